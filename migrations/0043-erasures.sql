-- Who asked for a run, so that the name can be replaced with the person's others.
alter table maintenance_runs add column requested_by integer;

-- People whose names were replaced in the database a moment ago: until everything that was under way then has ended, and the
-- files of the outbox were looked through, what they were called has to be known.
create table erasures (
  user_id integer primary key,
  emails text[] not null,
  names text[] not null,
  created_at timestamp(3) with time zone not null,
  -- By the clock of the database, when the job first saw it: whatever began later reads no former name.
  seen_at timestamp with time zone
);
