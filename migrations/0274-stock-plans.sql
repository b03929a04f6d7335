-- A document's few products are found by their ids: by its estimates of JSON, which it takes for a hundred rows, the planner
-- read a catalogue of 20,000 whole, and one of 300 into a hash, twice in each movement.
alter function move_stock(jsonb, jsonb, timestamptz) set enable_seqscan = off;
alter function move_stock(jsonb, jsonb, timestamptz) set enable_hashjoin = off;
