"""One live table: seats, whose clock runs, undo, abandon, fairness, and who may see what.

No sockets and no SQL live here. A table is what its append-only entries say (table.py); what leaves it is made by one
redactor (redactor.py).
"""
