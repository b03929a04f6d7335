-- The files of issued notes, made once: what they say follows from what is kept of their invoice (migration 0072).
create table credit_note_files (
  credit_note_id integer primary key references credit_notes on delete cascade,
  pdf bytea not null
);
alter table credit_note_files alter column pdf set storage external;
create function keep_note_file() returns trigger language plpgsql as $$
begin
  raise exception 'The file of an issued note never changes';
end $$;
create trigger keep_note_file before update on credit_note_files for each row execute function keep_note_file();
