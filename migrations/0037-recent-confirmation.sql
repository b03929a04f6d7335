-- When somebody last proved within a session who they are; null while only signing in has.
alter table sessions add column confirmed_at timestamp(3) with time zone;
