-- From where a session was last used; `address` stays that of the sign-in, by which a place is known.
alter table sessions add column last_address text;
