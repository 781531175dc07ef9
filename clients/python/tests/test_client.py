"""The client against a service that misbehaves: it is busy, cuts batches off, refuses."""

import contextlib
import datetime
import decimal
import http.server
import json
import threading
import types
import unittest

import gevel
from gevel import batch, columns, frame


class Script(http.server.BaseHTTPRequestHandler):
    """Answers each request by the next step of a script."""

    protocol_version = "HTTP/1.1"

    def do(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        self.server.asked.append((self.path, body, self.headers))
        self.server.steps.pop(0)(self, body)

    do_GET = do_POST = do

    def log_message(self, *_):
        pass

    def answer(self, status, text, **headers):
        self.send_response(status)
        for name, value in {"Content-Length": str(len(text)), "X-Request-Id": "42", **headers}.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        self.wfile.write(text.encode())
        self.close_connection = True


def answers(upto, last=""):
    """A step that answers so many rows of a batch, and then a last line or a cut."""

    def step(handler, body):
        rows = [json.loads(line) for line in body.splitlines()][:upto]
        text = "".join(json.dumps({"line": i + 1, "id": r["id"], "weightedValue": 1}) + "\n" for i, r in enumerate(rows))
        cut = {} if last else {"Content-Length": str(len(text) + 100)}
        handler.answer(200, text + last, **cut)

    return step


def refuse(status, body="", **headers):
    return lambda handler, _: handler.answer(status, body, **headers)


@contextlib.contextmanager
def service(*steps):
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Script)
    server.steps, server.asked = list(steps), []
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        client = gevel.Client(f"http://127.0.0.1:{server.server_port}", "secret", timeout=20, retries=2)
        client._transport._sleep = server.slept = Waits()
        yield client, server
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


class Waits(list):
    __call__ = list.append


envelope = json.dumps({"id": "1", "params": {}, "data": {"weightedValue": 7}, "meta": None, "error": {}, "status": "success"})


class TestOneHome(unittest.TestCase):
    def test_a_busy_service_is_asked_again_when_it_says(self):
        with service(refuse(503, Retry_After="3"), refuse(429, Retry_After="900"), refuse(200, envelope)) as (client, server):
            self.assertEqual(client.home(postalCode="1234AB", houseNumber=1, monument=True)["weightedValue"], 7)
            self.assertEqual(server.slept, [3, 30])
            path, _, headers = server.asked[0]
            self.assertEqual(path, "/v1/homevalue?postalCode=1234AB&houseNumber=1&monument=true")
            self.assertEqual(headers["Authorization"], "Bearer secret")

    def test_patience_ends(self):
        with service(*[refuse(503)] * 3) as (client, server):
            with self.assertRaises(gevel.Unavailable):
                client.home(postalCode="1234AB", houseNumber=1)
            self.assertEqual(len(server.asked), 3)

    def test_errors_carry_reasons(self):
        details = [{"reason": "houseNumber", "message": "houseNumber is missing"}, {"reason": "useSurfce", "message": "unknown"}]
        for status, kind in ((400, gevel.Invalid), (404, gevel.NotFound)):
            body = json.dumps({"error": {"code": status, "message": "no", "errors": details}})
            with service(refuse(status, body)) as (client, _), self.assertRaises(kind) as caught:
                client.home()
            self.assertEqual([r.reason for r in caught.exception.reasons], ["houseNumber", "useSurfce"])
            self.assertEqual((caught.exception.status, caught.exception.id), (status, "42"))
        with service(refuse(403, '{"message": "the quota is used up"}')) as (client, _):
            with self.assertRaisesRegex(gevel.Forbidden, "quota"):
                client.home()
        with service(refuse(500, "no JSON")) as (client, _), self.assertRaises(gevel.Error):
            client.home()

    def test_a_key_never_goes_into_a_header_of_its_own(self):
        for url, key in (("http://x", "a\r\nX: y"), ("ftp://x", "k"), ("http://", "k"), ("http://x/?q", "k")):
            with self.assertRaises(ValueError):
                gevel.Client(url, key)


class TestManyHomes(unittest.TestCase):
    def test_a_cut_batch_goes_on_where_it_was_cut(self):
        rows = [{"id": str(i)} for i in range(6)]
        with service(answers(2), answers(1), refuse(503), answers(9)) as (client, server):
            self.assertEqual([a["id"] for a in client.values(rows)], [str(i) for i in range(6)])
            sent = [[json.loads(line)["id"] for line in body.splitlines()] for _, body, _ in server.asked]
            self.assertEqual(sent, [list("012345"), list("2345"), list("345"), list("345")])

    def test_a_quota_ends_a_batch_with_its_reason(self):
        last = json.dumps({"rows": 2, "reason": "forbidden", "message": "the quota is used up"}) + "\n"
        with service(answers(2, last)) as (client, server):
            got = []
            with self.assertRaises(gevel.BatchEnded) as caught:
                got.extend(a["id"] for a in client.values({"id": str(i)} for i in range(4)))
            self.assertEqual((caught.exception.reason, len(server.asked)), ("forbidden", 1))

    def test_batches_are_bounded(self):
        sizes = [len(lines) for lines in batch._batches({"id": str(i)} for i in range(1201))]
        self.assertEqual(sizes, [500, 500, 201])
        long = [sum(map(len, lines)) for lines in batch._batches({"id": "x" * 1000} for _ in range(200))]
        self.assertLessEqual(max(long), batch.most_bytes)

    def test_cells_are_sent_as_json_has_them(self):
        month = types.SimpleNamespace(start_time=datetime.datetime(2025, 3, 1), end_time=datetime.datetime(2025, 3, 31))
        day = types.SimpleNamespace(start_time=datetime.datetime(2025, 3, 1), end_time=datetime.datetime(2025, 3, 1, 23, 59))
        cells = {
            "whole": decimal.Decimal("120.0"), "part": decimal.Decimal("98.5"), "nan": float("nan"), "inf": float("-inf"),
            "lost": decimal.Decimal("Infinity"), "day": day, "date": datetime.date(2025, 3, 1), "long": 1699010000000012, "yes": True,
        }
        [[line]] = batch._batches([cells])
        want = {
            "whole": 120, "part": 98.5, "nan": None, "inf": None, "lost": None, "day": "2025-03-01", "date": "2025-03-01",
            "long": 1699010000000012, "yes": True,
        }
        self.assertEqual(json.loads(line), want)
        with self.assertRaisesRegex(ValueError, "is no day"):
            batch.plain(month)
        for cell in (datetime.timedelta(days=1), datetime.time(1), [1], b"x"):
            with self.assertRaisesRegex(ValueError, "is no value of a home"):
                batch.plain(cell)


class TestColumns(unittest.TestCase):
    known = ["postalCode", "houseNumber", "useSurface"]

    def test_names_are_found(self):
        self.assertEqual(columns.match(["postal_code", "HouseNumber"], self.known), {"postal_code": "postalCode", "HouseNumber": "houseNumber"})
        self.assertEqual(columns.chosen({"pc": "postal_code"}, self.known), {"pc": "postalCode"})

    def test_a_column_that_is_no_parameter_is_an_error(self):
        for given, says in (({"useSurfce"}, "did you mean 'useSurface'"), (["postalCode", "postal_code"], "are both postalCode")):
            with self.assertRaisesRegex(ValueError, says):
                columns.match(given, self.known)

    def test_a_column_that_is_there_twice_is_not_sent(self):
        with self.assertRaisesRegex(ValueError, "several columns 'useSurface'"):
            columns.match(["postalCode", "useSurface", "useSurface"], self.known)
        with self.assertRaisesRegex(ValueError, "several columns 'm2'"):
            columns.single(["m2", "m2", "note", "note"], {"m2": "useSurface"})
        columns.single(["m2", "note", "note"], {"m2": "useSurface"})

    def test_answers_leave_the_columns_of_a_frame_alone(self):
        names = frame.answers(["postalCode", "status", "message"])
        self.assertEqual((names["status"], names["message"], names["edition"]), ("status_gevel", "message_gevel", "edition"))
        with self.assertRaisesRegex(ValueError, "rename"):
            frame.answers(["status", "status_gevel"])


if __name__ == "__main__":
    unittest.main()
