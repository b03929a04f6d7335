-- Why a lead was lost (docs/product/leads.md#lost-reason); any change to another status clears it.
alter table leads add column lost_reason text check (char_length(lost_reason) between 1 and 100);

create function drop_lost_reason() returns trigger language plpgsql as $$
begin
  new.lost_reason := null;
  return new;
end $$;
create trigger drop_lost_reason before insert or update of status on leads for each row
  when (new.status <> 'lost' and new.lost_reason is not null) execute function drop_lost_reason();
