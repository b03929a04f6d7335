-- What each person wants to be told of; nobody has a row before changing something.
create table notification_preferences (
  user_id integer primary key references users on delete cascade,
  -- By event: {"new-leads": {"email": true, "push": true, "sms": false}, ...}
  events jsonb not null,
  do_not_disturb boolean not null,
  email_digest boolean not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null
);

create table notifications (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  activity_id bigint not null,
  event text not null,
  title text not null,
  message text not null,
  user_name text not null,
  record_type text not null,
  record_id integer,
  record_label text not null,
  -- The channels that were on when it arose.
  push boolean not null,
  email boolean not null,
  -- When it is to be mailed; null when it has been, or need not be.
  mail_at timestamp(3) with time zone,
  mailed_at timestamp(3) with time zone,
  read_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  -- Whatever runs twice or at once: one person is told of one thing once.
  unique (user_id, activity_id)
);
create index notifications_newest on notifications (user_id, id desc) where push;
create index notifications_unread on notifications (user_id) where read_at is null;
create index notifications_mailed on notifications (user_id, event, record_id) where mailed_at is not null;
create index notifications_mail_at on notifications (mail_at) where mail_at is not null;
create index notifications_created_at on notifications (created_at);

-- What happened and was not yet told. Written by the database itself with the line of the activity log, so that nobody
-- who writes a record has to know of it; what is in the log already is news to nobody.
create table notification_queue (
  activity_id bigint primary key
);
create function queue_notification() returns trigger language plpgsql as $$
begin
  insert into notification_queue (activity_id) values (new.id);
  -- Every copy of the server hears it (kit/server/live.ts) and the job runs at once.
  perform pg_notify('live', '{"to":"job","job":"notifications"}');
  return null;
end $$;
-- Of what the system does by itself only this is news; the rest is sample data and housekeeping.
create trigger queue_notification after insert on activity for each row
  when (new.action in ('overdue', 'import failed', 'upgraded')
    or (new.user_id is not null and new.type in ('lead', 'order', 'payment', 'user')))
  execute function queue_notification();

create table notification_state (
  only_row boolean primary key default true check (only_row),
  -- Everything up to here was in a daily summary, or need not be.
  digested_until timestamp(3) with time zone not null,
  -- The step of the database that administrators know of; null before the first start.
  known_migration integer
);
insert into notification_state (digested_until) values (now());
