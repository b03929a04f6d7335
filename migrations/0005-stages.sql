-- The service sees to both; these are the net below it. The order is checked at the end of a transaction, for a move
-- passes through orders that two stages share.
create unique index pipeline_stages_stage_name_key on pipeline_stages (lower(stage_name));
alter table pipeline_stages
  add constraint pipeline_stages_stage_order_key unique (stage_order) deferrable initially deferred,
  add constraint pipeline_stages_stage_order_check check (stage_order >= 1);
