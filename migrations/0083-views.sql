-- Lists as people keep them by a name (docs/product/views.md): private ones go with their maker, shared ones stay.
create table views (
  id integer generated always as identity primary key,
  list text not null,
  name text not null,
  state jsonb not null check (octet_length(state::text) <= 16384),
  is_shared boolean not null default false,
  created_by integer not null,
  owner_id integer generated always as (case when is_shared then null else created_by end) stored
    references users on delete cascade,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null
);
create unique index views_name on views (created_by, list, lower(name));
create index views_shared on views (list) where is_shared;
create index views_owner_id on views (owner_id);

-- Which view of a list opens by itself, of each person one.
create table view_defaults (
  user_id integer not null references users on delete cascade,
  list text not null,
  view_id integer not null references views on delete cascade,
  primary key (user_id, list)
);
create index view_defaults_view_id on view_defaults (view_id);

select note_changes_of('views');
create function view_left() returns trigger language plpgsql as $$
begin
  perform note_left('views', old.id, null, case when old.is_shared then '{}' else array[old.created_by] end);
  return null;
end $$;
create trigger note_gone after delete on views for each row execute function view_left();
create trigger note_moved after update on views for each row when (old.is_shared and not new.is_shared)
  execute function view_left();

create function note_view_chosen() returns trigger language plpgsql as $$
begin
  perform note_changed('views', array(select view_id from written limit 2001));
  return null;
end $$;
create trigger note_chosen after insert on view_defaults referencing new table as written
  for each statement execute function note_view_chosen();
create trigger note_chosen_instead after update on view_defaults referencing new table as written
  for each statement execute function note_view_chosen();
create trigger note_chosen_before after update on view_defaults referencing old table as written
  for each statement execute function note_view_chosen();
create trigger note_no_longer_chosen after delete on view_defaults referencing old table as written
  for each statement execute function note_view_chosen();
