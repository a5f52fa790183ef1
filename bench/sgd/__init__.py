"""Plays annotated dialogues through the engine: a folder in the form of Schema-Guided Dialogues (Rastogi et al., 2020).

`python -m bench.sgd FOLDER`. A service becomes part of an agent, an intent a flow, a slot a field; the annotated state
is the understanding. What the engine then does is held against the annotation.
"""
