"""How the tables became what they are: one module for each step, in the order of their numbers.

`escapology.web.store.upgrade` runs those that a database has not seen yet, whenever it is opened. A step that was
released is never changed.
"""
