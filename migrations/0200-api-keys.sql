-- API keys: programs work with a role and without a user's session (docs/product/api-keys.md, docs/decisions/0200).
create table api_keys (
  id integer generated always as identity primary key,
  name text not null,
  -- The first characters of the newest key, by which people recognize it.
  prefix text not null,
  role_id integer not null references roles check (role_id <> 1),
  -- Null is the whole company. A key must not outgrow its workspace.
  workspace_id integer references workspaces on delete cascade,
  expires_at timestamp(3) with time zone not null,
  networks text[],
  calls_per_minute integer not null default 600,
  may_subscribe boolean not null default false,
  -- No foreign key: a key outlives who made it.
  created_by integer,
  created_by_name text not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null
);
create index api_keys_role_id on api_keys (role_id);
create index api_keys_workspace_id on api_keys (workspace_id);
select track_changes('api_keys'), note_changes_of('api_keys'),
  track_log('api_keys', 'api_keys', 'id', '{updated_at,created_by_name}');
create trigger note_gone after delete on api_keys for each row execute function note_gone('api_keys');

create table api_key_tokens (
  digest bytea primary key,
  key_id integer not null references api_keys on delete cascade,
  -- Null for the newest one; those that it replaced work until then.
  expires_at timestamp(3) with time zone
);
create index api_key_tokens_key_id on api_key_tokens (key_id);

-- Apart from the keys: each copy of the server adds up what it counted, every few seconds.
create table api_key_uses (
  id integer primary key references api_keys on delete cascade,
  -- The company's day that the counts belong to.
  day date not null,
  calls integer not null,
  refused integer not null,
  last_used_at timestamp(3) with time zone,
  last_used_from text
);
create trigger count_change after insert or update on api_key_uses for each statement
  execute function count_change('api_keys_changes');
create trigger note_inserted after insert on api_key_uses referencing new table as written
  for each statement execute function note_written('api_keys');
create trigger note_updated after update on api_key_uses referencing new table as written
  for each statement execute function note_written('api_keys');

-- In the log, and wherever a program is named, a key is the user below 0 of its number.
create function keep_key_name() returns trigger language plpgsql security definer as $$
begin
  insert into audit_people values (-new.id, new.name || ' (API key)')
    on conflict (user_id) do update set name = excluded.name;
  return null;
end $$;
create trigger keep_key_name after insert or update of name on api_keys
  for each row execute function keep_key_name();

-- The jobs of a key are deleted with it, as those of a user.
alter table import_jobs drop constraint import_jobs_user_id_fkey;
create function delete_import_jobs() returns trigger language plpgsql as $$
begin
  delete from import_jobs where user_id = case tg_table_name when 'users' then old.id else -old.id end;
  return null;
end $$;
create trigger delete_import_jobs after delete on users for each row execute function delete_import_jobs();
create trigger delete_import_jobs after delete on api_keys for each row execute function delete_import_jobs();

do $$
declare
  source text := pg_get_functiondef('remove_samples()'::regprocedure);
begin
  if position('''workspaces'', ' in source) = 0 then
    raise exception 'remove_samples has no workspaces';
  end if;
  execute replace(source, '''workspaces'', ', '''api_keys'', ''workspaces'', ');
end $$;
