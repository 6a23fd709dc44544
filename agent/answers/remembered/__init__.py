"""Answers that only memory can give: what a dose was before, on which days, in which arm, when it is due again."""
