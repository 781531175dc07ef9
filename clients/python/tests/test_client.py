"""The client against a service that misbehaves: it is busy, cuts batches off, refuses."""

import contextlib
import datetime
import decimal
import http.server
import importlib.util
import io
import json
import os
import pathlib
import signal
import tempfile
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
        self.server.peers.append(self.client_address)
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


def staying(text):
    """A step that answers and leaves the connection open."""

    def step(handler, _):
        handler.answer(200, text)
        handler.close_connection = False

    return step


@contextlib.contextmanager
def service(*steps):
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Script)
    server.daemon_threads = True  # of connections that stay open
    server.steps, server.asked, server.peers = list(steps), [], []
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        client = gevel.Client(f"http://127.0.0.1:{server.server_port}", "secret", timeout=20, patience=1.5)
        client._transport._sleep = server.slept = Waits()
        yield client, server
    finally:
        client.close()
        server.shutdown()
        thread.join()
        server.server_close()


class Waits(list):
    __call__ = list.append


envelope = json.dumps({"id": "1", "params": {}, "data": {"weightedValue": 7}, "meta": None, "error": {}, "status": "success"})


class TestOneHome(unittest.TestCase):
    def test_a_busy_service_is_asked_again_when_it_says(self):
        with service(refuse(503, Retry_After="1"), refuse(429, Retry_After="900"), refuse(200, envelope)) as (client, server):
            self.assertEqual(client.home(postalCode="1234AB", houseNumber=1, monument=True)["weightedValue"], 7)
            self.assertEqual(server.slept, [1, 0.5])
            path, _, headers = server.asked[0]
            self.assertEqual(path, "/v1/homevalue?postalCode=1234AB&houseNumber=1&monument=true")
            self.assertEqual(headers["Authorization"], "Bearer secret")
            self.assertTrue(headers["User-Agent"].startswith(f"gevel-python/{gevel.__version__} Python/3."))

    def test_patience_ends(self):
        with service(*[refuse(503)] * 3) as (client, server):
            with self.assertRaises(gevel.Unavailable):
                client.home(postalCode="1234AB", houseNumber=1)
            self.assertEqual((len(server.asked), server.slept), (3, [0.5, 1]))

    def test_names_with_underlines_are_the_services(self):
        with service(*[refuse(200, envelope)] * 2) as (client, server):
            client.home("1234AB", 1, house_number_ext="A", more={"num_balconies": 2})
            client.front_views(["0099200000000001", "0099200000000002"])
            self.assertEqual([path for path, _, _ in server.asked], [
                "/v1/homevalue?postalCode=1234AB&houseNumber=1&houseNumberExt=A&num_balconies=2",
                "/v1/get_front_view?bagNumIds=0099200000000001%2C0099200000000002",
            ])
            for given in ({"postal_code": "1234AB"}, {"houseNumber": 2}):
                with self.assertRaisesRegex(TypeError, "given twice"):
                    client.home("1234AB", 1, **given)
            with self.assertRaisesRegex(TypeError, "2 are the most"):
                client.home("1234AB", 1, "A")

    def test_a_field_has_two_names_and_may_be_asked_for(self):
        data = {"weightedValue": 7, "references": [{"buildYear": 1931}]}
        text = json.dumps({"id": "1", "params": {}, "data": data, "meta": {"valueLow": "5"}, "error": {}, "status": "success"})
        with service(refuse(200, text)) as (client, _):
            home = client.home("1234AB", 1)
        self.assertEqual([home["weightedValue"], home["weighted_value"], home.get("weighted_value"), home.data.weightedValue], [7] * 4)
        self.assertEqual((home.data.references[0].build_year, home.meta.value_low, home.get("no"), "weighted_value" in home), (1931, "5", None, True))
        self.assertEqual(json.loads(json.dumps(home.data)), data)
        self.assertIsNone(home.data.build_year)
        for ask in (lambda: home.data.weighted, lambda: home.meta.value_high):
            self.assertRaises(AttributeError, ask)

    def test_a_connection_stays_open_and_another_comes_when_it_is_closed(self):
        with service(staying(envelope), staying(envelope), refuse(200, envelope), refuse(200, envelope)) as (client, server):
            for _ in range(4):  # the third answer closes it
                client.home("1234AB", 1)
            self.assertEqual(len({address for address in server.peers}), 2)

            def gone(handler, _):
                handler.close_connection = True

            server.steps += [staying(envelope), gone, refuse(200, envelope)]
            client.home("1234AB", 1)
            client.home("1234AB", 1)  # on the connection that goes at this moment
            self.assertEqual((server.steps, server.slept), ([], []))
            client.close()

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
        long = [sum(len(asked.line) for asked in lines) for lines in batch._batches({"id": "x" * 1000} for _ in range(200))]
        self.assertLessEqual(max(long), batch.most_bytes)

    def test_a_row_that_cant_be_sent_costs_no_other(self):
        rows = [{"id": "0"}, {"id": "1", "useSurface": [1]}, {"id": "2"}, {"id": "x" * batch.longest_row}, {"id": "\ud800"}, {"id": "5"}]
        with service(answers(9), answers(9), answers(9)) as (client, server):
            got = list(client.values(rows))
        self.assertEqual([a.get("id") or a.reason for a in got], ["0", "invalid", "2", "invalid", "invalid", "5"])
        self.assertIn("useSurface: [1] is no value of a home", got[1]["message"])
        self.assertEqual(len(server.asked), 3)

    def test_cells_are_sent_as_json_has_them(self):
        month = types.SimpleNamespace(start_time=datetime.datetime(2025, 3, 1), end_time=datetime.datetime(2025, 3, 31))
        day = types.SimpleNamespace(start_time=datetime.datetime(2025, 3, 1), end_time=datetime.datetime(2025, 3, 1, 23, 59))
        cells = {
            "whole": decimal.Decimal("120.0"), "part": decimal.Decimal("98.5"), "nan": float("nan"), "inf": float("-inf"),
            "lost": decimal.Decimal("Infinity"), "day": day, "date": datetime.date(2025, 3, 1), "long": 1699010000000012, "yes": True,
        }
        line = batch.asked(cells).line
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


@unittest.skipUnless(importlib.util.find_spec("pandas"), "there is no pandas")
class TestFrames(unittest.TestCase):
    def test_a_cell_with_several_values_is_an_invalid_row_alone(self):
        import numpy
        import pandas

        cells = pandas.Series([None, [1, 2], numpy.array([1, 2]), numpy.array([1]), float("nan"), pandas.NaT, 90], dtype=object)
        table = pandas.DataFrame({"useSurface": cells})
        faults = [bool(batch.asked(row).fault) for row in frame.rows(table, {"useSurface": "useSurface"})]
        self.assertEqual(faults, [False, True, True, True, False, False, False])

    def test_ctrl_c_within_an_answer_leaves_whole_rows(self):
        import pandas

        class Interrupting(dict):
            def get(self, name):
                if name == "bagId":
                    raise KeyboardInterrupt
                return super().get(name)

        valued = frame.Valued(pandas.DataFrame({"id": [1, 2]}))
        valued.add({"weightedValue": 1})
        with self.assertRaises(KeyboardInterrupt):
            valued.add(Interrupting(weightedValue=2))
        self.assertEqual(valued.result()["weightedValue"].tolist(), [1])


class TestKept(unittest.TestCase):
    """Answers that were paid for are in a file, and never paid for again."""

    rows = [{"id": str(i)} for i in range(1100)]

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = pathlib.Path(folder.name, "answers")

    def kept(self):
        return [json.loads(line)["row"]["id"] for line in self.path.read_text().splitlines()]

    def ids(self, upto):
        return [row["id"] for row in self.rows[:upto]]

    def go_on(self, paid):
        """Runs again to the end, on a service that counts what it is asked: paid rows were answered before."""
        with service(*[answers(9999)] * 3) as (client, server):
            self.assertEqual([a["id"] for a in client.values(self.rows, keep=self.path)], self.ids(1100))
            self.assertEqual([json.loads(line)["id"] for _, body, _ in server.asked for line in body.splitlines()], self.ids(1100)[paid:])
        self.assertEqual(self.kept(), self.ids(1100))

    def test_a_service_that_is_gone(self):
        with service(answers(500), answers(200), *[refuse(503)] * 3) as (client, _), self.assertRaises(gevel.Unavailable):
            list(client.values(self.rows, keep=self.path))
        self.assertEqual(self.kept(), self.ids(700))
        self.go_on(700)

    def test_a_quota_between_batches(self):
        with service(answers(500), refuse(403, '{"message": "the quota is used up"}')) as (client, _), self.assertRaises(gevel.Forbidden):
            list(client.values(self.rows, keep=self.path))
        self.go_on(500)

    def test_a_caller_who_stops_reading(self):
        with service(answers(500), answers(500)) as (client, _):
            asked = client.values(self.rows, keep=self.path)
            for _ in range(502):
                next(asked)
            asked.close()
        self.assertEqual(self.kept(), self.ids(1000))
        self.go_on(1000)

    def test_ctrl_c_waits_for_what_is_on_its_way(self):
        def interrupting(handler, body):
            os.kill(os.getpid(), signal.SIGINT)
            answers(9999)(handler, body)

        got = []
        with service(answers(500), interrupting) as (client, _), self.assertRaises(KeyboardInterrupt):
            with contextlib.redirect_stderr(io.StringIO()) as said:
                got.extend(a["id"] for a in client.values(self.rows, keep=self.path))
        self.assertIn("Ctrl-C again", said.getvalue())
        self.assertEqual(self.kept(), self.ids(1000))
        self.assertIs(signal.getsignal(signal.SIGINT), signal.default_int_handler)
        self.go_on(1000)

    def test_a_run_that_was_killed_while_it_wrote(self):
        with service(answers(200), *[refuse(503)] * 3) as (client, _), self.assertRaises(gevel.Unavailable):
            list(client.values(self.rows, keep=self.path))
        with open(self.path, "ab") as file:
            file.write(b'{"row":{"id":"200"},"answer":{"li' + b"x" * 70000)
        self.go_on(200)

    def test_other_rows_need_another_file(self):
        with service(answers(500)) as (client, _):
            list(client.values(self.rows[:3], keep=self.path))
            for rows, says in (([{"id": "0"}, {"id": "x"}], "another row 2"), ([{"id": "0", "useSurface": 1}], "another row 1")):
                with self.assertRaisesRegex(ValueError, says):
                    list(client.values(rows, keep=self.path))
            self.path.write_text("not ours\n")
            with self.assertRaisesRegex(ValueError, "line 1 is no row with its answer"):
                list(client.values(self.rows[:3], keep=self.path))


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
