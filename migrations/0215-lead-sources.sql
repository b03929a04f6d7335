-- Lead sources: pages, hooks and portals from which leads come (docs/product/lead-sources.md).
create table lead_sources (
  id integer generated always as identity primary key,
  name text not null check (length(name) between 1 and 100),
  type text not null check (type in ('page', 'hook', 'pull')),
  is_active boolean not null,
  lead_source text,
  workspace_id integer references workspaces on delete set null,
  -- Without a foreign key: a person who is gone is skipped like one who is inactive.
  assign_to integer[] not null,
  -- Who of them had a turn, the last one last.
  turns integer[] not null default '{}',
  repeat text not null check (repeat in ('note', 'new')),
  mapping jsonb not null,
  page jsonb,
  pull jsonb,
  -- Sealed with a key that lies outside of the database.
  pull_headers bytea,
  -- Its public address, and what signs the challenges of its form.
  token text not null unique,
  form_key bytea not null,
  last_arrival_at timestamp(3) with time zone,
  last_error text,
  pulled_until timestamp(3) with time zone,
  next_pull_at timestamp(3) with time zone,
  failed_pulls integer not null default 0,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null
);
create index lead_sources_workspace on lead_sources (workspace_id) where workspace_id is not null;
create index lead_sources_next_pull on lead_sources (next_pull_at) where next_pull_at is not null;
select note_changes_of('lead_sources'), track_log('lead_sources', 'lead_sources', 'id',
  '{updated_at,turns,pull,pull_headers,token,form_key,last_arrival_at,last_error,pulled_until,next_pull_at,failed_pulls}');
create trigger note_gone after delete on lead_sources for each row execute function note_gone('lead_sources');

create table lead_arrivals (
  id bigint generated always as identity primary key,
  source_id integer not null references lead_sources on delete cascade,
  at timestamp(3) with time zone not null,
  status text not null check (status in ('accepted', 'repeated', 'refused', 'spam')),
  record_type text,
  record_id integer,
  record_label text,
  error text,
  -- What arrived, as texts by their path.
  "values" jsonb not null
);
create index lead_arrivals_newest on lead_arrivals (source_id, id desc);
create index lead_arrivals_at on lead_arrivals (at);
create index lead_arrivals_recent on lead_arrivals (source_id, at);

-- What came before is known for longer than its arrival is.
create table lead_arrival_ids (
  source_id integer not null references lead_sources on delete cascade,
  digest bytea not null,
  primary key (source_id, digest)
);

-- Solved challenges of forms, until they would be too late anyway.
create table used_challenges (
  challenge bytea primary key,
  expires_at timestamp(3) with time zone not null
);
create index used_challenges_expires_at on used_challenges (expires_at);

-- In the log and wherever its leads name who made them, a source is a user far below 0, where no API key is.
create function keep_source_name() returns trigger language plpgsql security definer as $$
begin
  insert into audit_people values (-1000000000 - new.id, new.name || ' (lead source)')
    on conflict (user_id) do update set name = excluded.name;
  return null;
end $$;
create trigger keep_source_name after insert or update of name on lead_sources
  for each row execute function keep_source_name();

-- Leads of sources are news, although they come without a session, and so is what addresses someone.
do $$
declare
  source text := (select pg_get_triggerdef(oid) from pg_trigger
    where tgrelid = 'activity'::regclass and tgname = 'queue_notification');
begin
  if position('''overdue''::text' in source) = 0 or position('(new.user_id IS NOT NULL)' in source) = 0 then
    raise exception 'queue_notification has another condition';
  end if;
  execute 'drop trigger queue_notification on activity';
  source := replace(source, '''overdue''::text',
    '''overdue''::text, ''repeat enquiry''::text, ''lead not assigned''::text, ''lead source failed''::text');
  execute replace(source, '(new.user_id IS NOT NULL)',
    '(new.user_id IS NOT NULL OR new.action = ''created''::text AND new.user_name ~~ ''% (lead source)''::text)');
end $$;

-- The place of sample sources among the samples that are removed (0121).
do $$
declare
  source text := pg_get_functiondef('remove_samples()'::regprocedure);
begin
  if position('''company_logo'', ' in source) = 0 then
    raise exception 'remove_samples has no logo';
  end if;
  execute replace(source, '''company_logo'', ', '''company_logo'', ''lead_sources'', ');
end $$;
