-- Events and webhooks (docs/product/webhooks.md).
create table webhooks (
  id integer generated always as identity primary key,
  name text not null check (length(name) between 2 and 100),
  url text not null check (length(url) between 1 and 2000),
  events text[] not null check (cardinality(events) between 1 and 100),
  -- Names of fields: an `updated` that changed none of them is left out.
  fields text[],
  -- Its records alone; null for those of the whole company.
  workspace_id integer references workspaces on delete cascade,
  -- The API key that subscribed; null for one of the company.
  key_id integer references api_keys on delete cascade,
  is_active boolean not null,
  off_reason text,
  -- Since when nothing arrived, and when administrators were warned of it.
  failing_since timestamp(3) with time zone,
  warned_at timestamp(3) with time zone,
  -- Sealed with a key that lies outside of the database. The former one signs as well until its time is over.
  secret bytea,
  former_secret bytea,
  former_until timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null
);
create index webhooks_workspace on webhooks (workspace_id) where workspace_id is not null;
create index webhooks_key on webhooks (key_id) where key_id is not null;
select note_changes_of('webhooks'), track_log('webhooks', 'webhooks', 'id',
  '{updated_at,secret,former_secret,former_until,failing_since,warned_at}');
create trigger note_gone after delete on webhooks for each row execute function note_gone('webhooks');

-- What happened, for webhooks that want to know. Its id is the `sequence` that receivers see.
create table webhook_events (
  id bigint generated always as identity primary key,
  event_id text not null unique,
  type text not null,
  -- The body without the record, which is read at the first try.
  act text not null,
  -- The body, the same bytes at each try.
  body text,
  created_at timestamp(3) with time zone not null
);
create index webhook_events_created_at on webhook_events (created_at);

create table webhook_deliveries (
  id bigint generated always as identity primary key,
  webhook_id integer not null references webhooks on delete cascade,
  event_id bigint not null references webhook_events on delete cascade,
  status text not null check (status in ('pending', 'delivered', 'failed', 'held')),
  attempts jsonb not null default '[]',
  -- Since it was last replayed.
  tries integer not null default 0,
  tried_at timestamp(3) with time zone,
  next_attempt_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null
);
create index webhook_deliveries_event on webhook_deliveries (event_id);
create index webhook_deliveries_newest on webhook_deliveries (webhook_id, id desc);
create index webhook_deliveries_first on webhook_deliveries (webhook_id, id)
  where status = 'pending' and tried_at is null;
create index webhook_deliveries_again on webhook_deliveries (webhook_id, next_attempt_at)
  where status = 'pending' and tried_at is not null;
create index webhook_deliveries_delivered on webhook_deliveries (webhook_id, tried_at) where status = 'delivered';

-- Lines of the feed of which no event was made yet. Written by the database, so that no writer of records needs to know. With
-- app.events off nothing is: for sample data, and for the single records of a batch that is one event.
create table webhook_queue (
  activity_id bigint primary key
);
create function queue_events() returns trigger language plpgsql as $$
begin
  if coalesce(current_setting('app.events', true), '') <> 'off' and exists (select from webhooks) then
    insert into webhook_queue (activity_id) select id from added;
  end if;
  return null;
end $$;
create trigger queue_events after insert on activity referencing new table as added
  for each statement execute function queue_events();

-- A webhook that fails is news for administrators.
do $$
declare
  source text := (select pg_get_triggerdef(oid) from pg_trigger
    where tgrelid = 'activity'::regclass and tgname = 'queue_notification');
begin
  if position('''overdue''::text' in source) = 0 then
    raise exception 'queue_notification has no action overdue';
  end if;
  execute 'drop trigger queue_notification on activity';
  execute replace(source, '''overdue''::text', '''overdue''::text, ''webhook failing''::text, ''webhook off''::text');
end $$;

-- The place of sample webhooks among the samples that are removed (0121).
do $$
declare
  source text := pg_get_functiondef('remove_samples()'::regprocedure);
begin
  if position('''company_logo'', ''users''' in source) = 0 then
    raise exception 'remove_samples has no users';
  end if;
  execute replace(source, '''company_logo'', ''users''', '''company_logo'', ''webhooks'', ''users''');
end $$;
