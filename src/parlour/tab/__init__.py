"""The house in a browser's tab: the same tables, rules, bots and calls as on a server, run by Pyodide in a worker of the page.

`house` answers a page's calls and sockets, `store` keeps what is played on the device, `web` does the little that the calls
need of a web framework, and `worker` is what the worker's script calls. A page fetches it as one file (server/bundle.py).
"""
