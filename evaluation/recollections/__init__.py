"""Short talks in other people's words: something told, perhaps put right, then asked; with answers that are known.

``scenes.tsv`` says what a talk is made of: kinds of message, what the last answer must hold and must not, and what must
be on record after it. ``LANGUAGE_AUTHOR.json`` holds one author's wordings of every kind of message of ``sheet.tsv``,
with holes; the authors knew the sheet alone. ``fills.tsv`` has what stands in the holes. The wordings of ``c`` and
``d`` teach nothing and were read by nobody.
"""
