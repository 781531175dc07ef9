-- Values in PostgreSQL: psql -f deploy/tables/postgresql.sql, in the folder with values.csv, as
-- gevel value homes.csv --raw --output values.csv writes it. homes.csv has a column bag_id alone; add columns that yours has.
CREATE TABLE IF NOT EXISTS home_values (
  bag_id text,
  value bigint,
  predicted bigint,
  low80 bigint,
  high80 bigint,
  fsd double precision,
  accuracy double precision,
  confidence_class smallint,
  value_date date,
  edition text,
  model_version date,
  made_by text,
  home_status text,
  reason text,
  message text
);
\copy home_values FROM 'values.csv' WITH (FORMAT csv, HEADER match)
