// The types against a running service, GEVEL_URL with GEVEL_KEY: what they promise is there, and what they forbid does not compile.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { components, operations } from "../gevel.js";

type Query = operations["getHomevalue"]["parameters"]["query"];
type Answer = operations["getHomevalue"]["responses"][200]["content"]["application/json"];
type Failure = components["schemas"]["HomeValueInputFailure"];

const url = process.env["GEVEL_URL"];
const key = process.env["GEVEL_KEY"];

async function ask(path: string, query: Record<string, string | number | boolean | undefined>) {
  const given = Object.entries(query).flatMap(([name, v]) => (v === undefined ? [] : [[name, String(v)]]));
  return fetch(`${url}${path}?${new URLSearchParams(given)}`, { headers: { Authorization: `Bearer ${key}` } });
}

test("a home has the fields of its type", async () => {
  const query: Query = { postalCode: "8246AA", houseNumber: 3, buildType: "Tussenwoning", monument: false };
  const answered = await ask("/v1/homevalue", query);
  const answer = (await answered.json()) as Answer;
  assert.equal(answered.status, 200);
  const home: components["schemas"]["HomevalueResponse"] = answer.data;
  assert.equal(typeof home.weightedValue, "number");
  assert.equal(home.references?.length, 3);
  assert.match(answer.meta?.["edition"] ?? "", /^[0-9a-f]+$/);
  // @ts-expect-error: there is no such field
  assert.equal(home.weightedvalue, undefined);
  // @ts-expect-error: a house number is required
  const incomplete: Query = { postalCode: "8246AA" };
  assert.equal(incomplete.houseNumber, undefined);
});

test("a failure lists its reasons", async () => {
  const failure = (await (await ask("/v1/homevalue", { postalCode: "8246AA", houseNumber: 0 })).json()) as Failure;
  assert.deepEqual(failure.error.errors?.map((e) => e.reason), ["houseNumber"]);
});

test("a search finds homes", async () => {
  const { data } = (await (await ask("/v1/addresses", { query: "8246AA 3" })).json()) as { data: components["schemas"]["AddressesResponse"] };
  assert.equal(data.homes?.[0]?.postalCode, "8246AA");
});
