// Joins the page's modules and styles, so that a browser asks for four files before the question leaves and not for fifty:
// `npm ci && npm run bundle` writes assets/bundled.js.gz and bundled.css.gz. With --check it writes nothing and fails where one
// is not of today's sources. Its first line has the sources' checksum, which a test in Go compares.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';
import { build } from 'esbuild';

const assets = new URL('assets/', import.meta.url);
const hash = createHash('sha256');
for (const name of readdirSync(assets).filter((n) => /\.(js|css)$/.test(n)).sort()) hash.update(`${name}\n`).update(readFileSync(new URL(name, assets)));
const banner = `/* of the files with sha256 ${hash.digest('hex')} */`;

const common = { bundle: true, minify: true, format: 'esm', target: ['chrome109', 'firefox115', 'safari16.4'], external: ['./vendored/*', 'vendored/*'], banner: { js: banner, css: banner }, write: false, charset: 'utf8' };
const styles = ['page', 'evidence', 'grid'].map((name) => `@import "./${name}.css";`).join('') + '@import "./print.css" print;';

for (const [name, input] of /** @type {const} */ ([
  ['bundled.js', { entryPoints: [new URL('main.js', assets).pathname] }],
  ['bundled.css', { stdin: { contents: styles, resolveDir: assets.pathname, loader: 'css' } }],
])) {
  const { outputFiles: [{ contents }] } = await build({ ...common, ...input });
  const file = new URL(`${name}.gz`, assets);
  if (!process.argv.includes('--check')) writeFileSync(file, gzipSync(contents, { level: 9 }));
  else if (!gunzipSync(readFileSync(file)).equals(contents)) {
    console.error(`${name} is not of today's sources; write it by: npm run bundle`);
    process.exitCode = 1;
  }
}
