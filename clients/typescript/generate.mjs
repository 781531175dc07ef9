// Writes the types of the service from its descriptions: gevel.d.ts of /v1, page.d.ts of /page and batch.d.ts of batches. With --check it only compares.
import { readFile, writeFile } from "node:fs/promises";
import openapiTS, { astToString } from "openapi-typescript";

const descriptions = new URL("../../internal/serve/api/testdata/", import.meta.url);

for (const [from, to] of [["openapi.json", "gevel.d.ts"], ["page.json", "page.d.ts"], ["batch.json", "batch.d.ts"]]) {
  const types = astToString(await openapiTS(new URL(from, descriptions), { alphabetize: true }));
  const text = `// Written by generate.mjs from the service's description.\n\n${types}`;
  const file = new URL(to, import.meta.url);
  if (!process.argv.includes("--check")) {
    await writeFile(file, text);
  } else if ((await readFile(file, "utf8")) !== text) {
    console.error(`${to} is old: npm run generate`);
    process.exitCode = 1;
  }
}
