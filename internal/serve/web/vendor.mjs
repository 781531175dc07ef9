// Writes the page's third-party files into assets/vendored, from the packages that package-lock.json pins:
// `npm ci && node vendor.mjs`. With --check it writes nothing and fails where a file differs.
// npm checks each package against the lock; vendored.sum has a checksum for each unpacked file.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';

const modules = new URL('node_modules/', import.meta.url);
const target = new URL('assets/vendored/', import.meta.url);
const sums = new URL('vendored.sum', import.meta.url);

/** A map to the sources would be asked for where a browser's tools are open. */
const withoutSourceMap = (/** @type {string} */ text) => text.replace(/\n?\/\/# sourceMappingURL=\S+\s*$/, '\n');
/** The minified file makes a global; the page takes modules. @param {string} global */
const asModule = (global) => (/** @type {string} */ text) => `${withoutSourceMap(text).trimEnd()}\nexport default ${global};\n`;
const asIs = (/** @type {string} */ text) => text;

const texts = [
  { from: 'maplibre-gl/dist/maplibre-gl.mjs', to: 'maplibre-gl.mjs', change: withoutSourceMap },
  { from: 'maplibre-gl/dist/maplibre-gl-worker.mjs', to: 'maplibre-gl-worker.mjs', change: withoutSourceMap },
  { from: 'maplibre-gl/dist/maplibre-gl.css', to: 'maplibre-gl.css', change: asIs },
  { from: 'maplibre-gl/LICENSE.txt', to: 'maplibre-gl.LICENSE.txt', change: asIs },
  { from: 'uplot/dist/uPlot.iife.min.js', to: 'uplot.mjs', change: asModule('uPlot') },
  { from: 'uplot/dist/uPlot.min.css', to: 'uplot.css', change: asIs },
  { from: 'uplot/LICENSE', to: 'uplot.LICENSE.txt', change: asIs },
  // The file with fflate's decompression. The package has only the name of its own licence, so the text is kept here.
  { from: 'pmtiles/dist/pmtiles.js', to: 'pmtiles.mjs', change: asModule('pmtiles') },
  { from: '../pmtiles.LICENSE.txt', to: 'pmtiles.LICENSE.txt', change: asIs },
  { from: 'fflate/LICENSE', to: 'fflate.LICENSE.txt', change: asIs },
  { from: '@fontsource-variable/inter/LICENSE', to: 'inter.LICENSE.txt', change: asIs },
];
// Fonts are compressed already.
const fonts = [{ from: '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2', to: 'inter.woff2' }];

/** @type {Map<string, Buffer>} */
const made = new Map();
for (const { from, to, change } of texts) {
  made.set(to.endsWith('.txt') ? to : `${to}.gz`, Buffer.from(change(readFileSync(new URL(from, modules), 'utf8'))));
}
for (const { from, to } of fonts) made.set(to, readFileSync(new URL(from, modules)));

const list = [...made].map(([name, bytes]) => `${createHash('sha256').update(bytes).digest('hex')}  ${name}\n`).join('');

if (process.argv.includes('--check')) {
  const different = [...made].filter(([name, bytes]) => !bytes.equals(read(name))).map(([name]) => name);
  if (readFileSync(sums, 'utf8') !== list) different.push('vendored.sum');
  if (different.length > 0) {
    console.error(`not what the packages have: ${different.join(', ')}; write them by: node vendor.mjs`);
    process.exit(1);
  }
} else {
  for (const [name, bytes] of made) {
    writeFileSync(new URL(name, target), name.endsWith('.gz') ? gzipSync(bytes, { level: 9 }) : bytes);
  }
  writeFileSync(sums, list);
}

/** @param {string} name */
function read(name) {
  const bytes = readFileSync(new URL(name, target));
  return name.endsWith('.gz') ? gunzipSync(bytes) : bytes;
}
