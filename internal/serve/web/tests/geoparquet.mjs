// Prints what an independent reader finds in a GeoParquet file: node geoparquet.mjs FILE. A test of internal/value/bulk
// compares it with what was written.
import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects, parquetSchema } from 'hyparquet';
import { compressors } from 'hyparquet-compressors';

if (process.argv[2]) {
  const file = await asyncBufferFromFile(process.argv[2]);
  const metadata = await parquetMetadataAsync(file);
  const rows = await parquetReadObjects({ file, compressors });
  const columns = parquetSchema(metadata).children.map(({ element, children }) => ({
    name: element.name,
    type: element.logical_type?.type ?? element.type,
    crs: element.logical_type?.crs,
    repetition: element.repetition_type,
    children: children.map((child) => child.element.name),
  }));
  const whole = (key, value) => (typeof value === 'bigint' ? Number(value) : value);
  console.log(JSON.stringify({ columns, rows }, whole));
}
