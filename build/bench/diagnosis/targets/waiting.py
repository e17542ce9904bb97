"""A WSGI application that waits, as for a database. /truth tells what one worker process counted."""

import json
import threading
import time

lock = threading.Lock()
in_flight = 0
most_in_flight = 0


def app(environ, start_response):
    body = truth() if environ["PATH_INFO"] == "/truth" else wait()
    start_response("200 OK", [("Content-Type", "text/plain"), ("Content-Length", str(len(body)))])
    return [body]


def truth():
    return json.dumps({"mostInFlightOfOneWorker": most_in_flight}).encode()


def wait():
    global in_flight, most_in_flight
    with lock:
        in_flight += 1
        most_in_flight = max(most_in_flight, in_flight)
    time.sleep(0.04)
    with lock:
        in_flight -= 1
    return b"done\n"
