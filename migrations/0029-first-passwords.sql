-- The password was made by the program and read from its console: its person chooses another one first.
alter table users add column must_change_password boolean not null default false;
