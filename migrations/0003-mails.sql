-- `key` names what may be mailed only once (such as a reminder for one invoice and one day).
-- `message_id` stays the same over all tries of a mail, so that a receiver can tell that they are one.
alter table mails
  add column html text,
  add column key text unique,
  add column message_id uuid not null default gen_random_uuid();
