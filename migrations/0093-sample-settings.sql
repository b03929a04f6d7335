-- Settings that came with the sample data of a company by GST, with what stood there before (docs/product/running.md#sample-data).
create table sample_settings (
  name text primary key,
  value jsonb not null,
  before jsonb
);
