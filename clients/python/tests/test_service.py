"""The client with pandas against a running service, GEVEL_URL with GEVEL_KEY: what README.md shows, and more."""

import contextlib
import doctest
import io
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import unittest

import pandas

import gevel

readme = pathlib.Path(__file__).parent.parent / "README.md"


def load_tests(loader, tests, pattern):
    tests.addTests(doctest.DocFileSuite(str(readme), module_relative=False))
    return tests


def connect(**options):
    return gevel.Client(os.environ["GEVEL_URL"], os.environ["GEVEL_KEY"], **options)


class TestService(unittest.TestCase):
    def setUp(self):
        self.client = connect()
        self.homes = pandas.read_csv(os.environ["GEVEL_HOMES"], dtype="string")[["postal_code", "house_number", "bag_id"]]

    def test_a_frame_of_ids_keeps_its_rows_and_index(self):
        frame = self.homes[["bag_id"]].sample(frac=1, random_state=1)
        frame["valuation_date"] = pandas.Timestamp("2025-03-01")
        seen = []
        valued = self.client.value(frame, progress=lambda done, of: seen.append((done, of)))
        self.assertTrue(valued.index.equals(frame.index))
        self.assertEqual(seen, [(500, len(frame)), (len(frame), len(frame))])
        has = valued["weightedValue"].notna()
        self.assertGreater(has.sum(), len(frame) * 0.9)
        self.assertTrue((valued["bagId"][has] == valued["bag_id"][has]).all())
        self.assertTrue((valued["valueDate"][has] == "2025-03-01").all())
        self.assertTrue((valued["reason"].notna() == ~has).all())

    def test_a_row_has_the_value_of_the_home_asked_alone(self):
        frame = pandas.DataFrame({"postalCode": ["8246AA", "8246aa", None], "houseNumber": [3, 3, 3], "useSurface": [120.0, None, 120]})
        valued = self.client.value(frame)
        self.assertEqual(valued["weightedValue"][0], self.client.home(postalCode="8246AA", houseNumber=3, useSurface=120)["weightedValue"])
        self.assertEqual(valued["weightedValue"][1], self.client.home(postalCode="8246AA", houseNumber=3)["weightedValue"])
        self.assertEqual(valued["reason"][2], "invalid")

    def test_an_empty_frame_stays_one(self):
        valued = self.client.value(self.homes[["bag_id"]].head(0))
        self.assertEqual((len(valued), "weightedValue" in valued), (0, True))

    def test_comparables_and_explanation(self):
        home = {"postalCode": "8246AA", "houseNumber": 3}
        best = self.client.comparables(**home)
        self.assertEqual(best, sorted(best, key=lambda c: -c["weight"]))
        self.assertEqual(self.client.explain(**home)["valuation"]["weightedValue"], self.client.home(**home)["weightedValue"])

    def test_a_key_that_is_unknown_is_refused_everywhere(self):
        stranger = gevel.Client(os.environ["GEVEL_URL"], "unknown")
        for ask in (lambda: stranger.home(postalCode="8246AA", houseNumber=3), lambda: stranger.value(self.homes[["bag_id"]])):
            with self.assertRaises(gevel.Unauthorized):
                ask()

    def test_a_quota_ends_a_frame_with_what_was_answered(self):
        short = gevel.Client(os.environ["GEVEL_URL"], os.environ["GEVEL_KEY_OF_TWO"])
        with self.assertRaises(gevel.BatchEnded) as caught:
            short.value(self.homes[["bag_id"]].iloc[5:9])
        self.assertEqual(list(caught.exception.answered.index), [5, 6])
        with self.assertRaises(gevel.Forbidden) as caught:
            short.value(self.homes[["bag_id"]])
        self.assertEqual(len(caught.exception.answered), 0)

    def test_whatever_ends_a_frame_leaves_what_was_answered(self):
        def stop(done, of):
            raise KeyError(done)

        with self.assertRaises(KeyError) as caught:
            self.client.value(self.homes[["bag_id"]], progress=stop)
        self.assertEqual(len(caught.exception.answered), 500)

    def test_ctrl_c_leaves_what_was_answered_and_the_rest_follows(self):
        frame = pandas.concat([self.homes[["bag_id"]]] * 4, ignore_index=True)

        def press(done, of):
            if done == 1000:
                signal.raise_signal(signal.SIGINT)

        with tempfile.TemporaryDirectory() as folder:
            keep = pathlib.Path(folder, "answers")
            with self.assertRaises(gevel.Interrupted) as caught, contextlib.redirect_stderr(io.StringIO()):
                self.client.value(frame, progress=press, keep=keep)
            self.assertEqual((len(caught.exception.answered), len(keep.read_text().splitlines())), (1000, 1000))
            valued = self.client.value(frame, keep=keep)
        first = valued.head(len(self.homes)).drop(columns="bag_id")
        self.assertTrue(first.equals(valued.tail(len(self.homes)).drop(columns="bag_id").reset_index(drop=True)))

    def test_the_package_is_typed(self):
        """A program that uses each method, and every file of the package, pass mypy --strict for Python 3.9."""
        folder = pathlib.Path(__file__).parent
        files = [folder / "typed.py", folder.parent / "gevel", folder.parent / "backend.py", folder.parent / "generate.py"]
        with tempfile.TemporaryDirectory() as cache:
            checked = subprocess.run(
                ["/usr/bin/mypy", "--strict", "--python-version", "3.9", "--cache-dir", cache, *map(str, files)],
                capture_output=True, text=True, cwd=folder.parent,
            )
        self.assertEqual((checked.returncode, checked.stderr), (0, ""), checked.stdout)

    def test_installing_leaves_nothing_behind(self):
        source = pathlib.Path(__file__).parent.parent
        with tempfile.TemporaryDirectory() as folder:
            copy, files = pathlib.Path(folder, "python"), pathlib.Path(folder, "installed")
            shutil.copytree(source, copy, ignore=shutil.ignore_patterns("__pycache__", ".mypy_cache"))
            before = sorted(copy.rglob("*"))
            environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
            subprocess.run(
                [sys.executable, "-m", "pip", "install", "--quiet", "--no-index", "--target", files, copy],
                check=True, env=environment, capture_output=True,
            )
            self.assertEqual(sorted(copy.rglob("*")), before)
            self.assertTrue((files / "gevel" / "py.typed").exists())


if __name__ == "__main__":
    unittest.main()
