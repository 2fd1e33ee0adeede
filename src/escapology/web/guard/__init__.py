"""What stands before every page, and decides who may pass.

middleware.py   the guard itself: who asks, headers, refusal of strangers
body.py         how much of a request is read
cookies.py      who a player is and what they like, as browsers keep it
signatures.py   what makes cookies and recovery links ours; secret.py: what they are signed with
rates.py        how often one may ask for what is costly; addresses.py: who counts as one address
turns.py        who is next: addresses take turns; waits.py: who may wait for an answer of the solvers
refusal.py      how a request is refused, and with which status
root_path.py    where the app stands: at the root of its host, or below a path
"""
