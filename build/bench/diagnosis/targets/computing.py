"""A thread per connection, and every request computes: the interpreter's lock lets one thread at a time."""

import json
import sys
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


BEGAN = time.monotonic()


def truth():
    return json.dumps({"cpuSeconds": time.process_time(), "seconds": time.monotonic() - BEGAN}).encode()


def compute(rounds):
    total = 0
    for number in range(rounds):
        total += number * number % 7
    return total


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def do_GET(self):
        body = truth() if self.path == "/truth" else b"%d\n" % compute(60_000)
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


class Server(ThreadingHTTPServer):
    request_queue_size = 1024


Server(("127.0.0.1", int(sys.argv[1])), Handler).serve_forever()
