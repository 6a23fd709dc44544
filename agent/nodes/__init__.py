"""The ten nodes, in the four stages of context engineering: extract, store, inject, verify.

A node is a plain function of (state, ports) that returns what it writes; the graph only wires them.
"""
