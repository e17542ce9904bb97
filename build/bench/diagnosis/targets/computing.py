"""A thread per connection, and every request computes: the interpreter's lock lets one thread at a time."""

import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


def compute(rounds):
    total = 0
    for number in range(rounds):
        total += number * number % 7
    return total


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def do_GET(self):
        body = b"%d\n" % compute(60_000)
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


class Server(ThreadingHTTPServer):
    request_queue_size = 1024


Server(("127.0.0.1", int(sys.argv[1])), Handler).serve_forever()
