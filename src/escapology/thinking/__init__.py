"""Thinking: questions that take their time, worked on by processes of their own, and picked up by ticket.

thinker.py      takes questions and gives answers: read this first
task.py         what can be asked; codec.py: how tasks and answers go from process to process, as JSON
question.py     a task, for whom, and how long it may take; queue.py: those that wait, players taking turns
register.py     all questions of a process; caretaker.py: drops what nobody waits for; times.py: after how long
notices.py      what the processes of a server tell each other about questions
pool.py         the processes, and which of them works on what
worker.py       what runs in such a process; wish.py: the search for a deal that is as one wishes
answers.py      what is known already, to all who share a store

Nothing here knows the web app or what it is built with: a worker loads the rules, the solvers and no more. That is why
this module, which every worker imports too, imports nothing.
"""
