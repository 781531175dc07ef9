"""A data scientist's hour: all homes of a list valued, what is missing, and what an energy label is worth."""

import os
import sys

import pandas

import gevel

client = gevel.Client(os.environ.get("GEVEL_URL", "http://127.0.0.1:8080"), os.environ.get("GEVEL_KEY", "demo"))
homes = pandas.read_csv(sys.argv[1], dtype="string")[["bag_id", "postal_code"]].assign(valuationDate="2025-03-14")

valued = client.value(homes, columns=["bag_id", "valuationDate"])
print(f"{valued['weightedValue'].count()} of {len(valued)} homes have a value")
print(valued["reason"].value_counts().sort_index().to_string())

by_area = valued.groupby(valued["postal_code"].str[:4])["weightedValue"]
print(by_area.agg(["count", "median"]).rename_axis(None).to_string(float_format="{:.0f}".format))

sample = valued[valued["weightedValue"].notna()].head(50)
labelled = {
    label: client.value(sample[["bag_id", "valuationDate"]].assign(energyLabel=label))["weightedValue"] for label in ("A", "E")
}
print(f"label A instead of E: {100 * (labelled['A'] / labelled['E'] - 1).median():+.1f} % in the median of {len(sample)} homes")
