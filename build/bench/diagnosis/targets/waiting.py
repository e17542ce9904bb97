"""A WSGI application that waits, as for a database."""

import time


def app(environ, start_response):
    time.sleep(0.04)
    start_response("200 OK", [("Content-Type", "text/plain"), ("Content-Length", "5")])
    return [b"done\n"]
