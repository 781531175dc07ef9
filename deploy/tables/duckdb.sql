-- Values in DuckDB, in the folder with values.parquet, as gevel value --all --output values.parquet writes it. The file
-- needs no table of its own. The metadata say what all of its values were made with.
SELECT municipality, count(value) AS valued, median(value) AS middle FROM 'values.parquet' GROUP BY municipality ORDER BY municipality;
SELECT decode(value) AS made_with FROM parquet_kv_metadata('values.parquet') WHERE decode(key) = 'gevel';
