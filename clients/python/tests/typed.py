"""A program that uses each method of the client, for checkers of types alone."""

from __future__ import annotations

import datetime
from typing import Optional

import gevel


def ask(client: gevel.Client) -> None:
    home = client.home("8246AA", 3, house_number_ext="A", energy_label="A+++", valuation_date=datetime.date(2026, 11, 20))
    value: int = home.data.weighted_value
    same: int = client.home(postalCode="8246AA", houseNumber=3, useSurface=90).data.weightedValue
    year: Optional[int] = home.data.references[0].parcel_surface
    alone: int = client.weighted_value("8246AA", 3, build_type="Hoekwoning", build_year=1931, use_surface=90).data.weighted_value
    known: bool = client.available("8246AA", 3).data.available
    steps: list[int] = [step.euros for step in client.explain("8246AA", 3, language="nl").data.steps]
    weight: float = client.comparables("8246AA", 3, months=24, same_type=True, order="distance")[0].weight
    pictures: list[str] = client.photos("8246AA", 3, width="640").data.images
    view: bytes = client.photo(client.front_views(["0099200000000002"]).data.items_[0].image_url)
    label: str = client.search("haringgr", limit=1)[0].label
    page: str = client.report("8246AA", 3, issuer="Office") + client.worksheet_report({}, postal_code="8246AA", house_number=3)
    judged: int = client.worksheet({}, postalCode="8246AA", houseNumber=3, more={"num_balconies": 1}).data.value
    totals: gevel.Record = client.portfolio([{"postcode": "8246AA", "huisnummer": 3, "loan": 1}], shock=-0.2).data
    client.portfolio("loan\n1", since=datetime.date(2025, 3, 1), valuationDate="2026-03-01")
    client.portfolio([], shok=-0.2)  # type: ignore[call-arg]  # which mypy calls unused where it is no error
    client.portfolio(7)  # type: ignore[arg-type]
    answers = client.values([{"bagId": "0099010000000016"}], keep="answers")
    rows: list[Optional[int]] = [answer.weighted_value for answer in answers]
    print(value, same, year, alone, known, steps, weight, pictures, view, label, page, judged, totals, rows)
