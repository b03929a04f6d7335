-- Transfers, stock counts and lots have notes, files and next steps (docs/product/records.md), which go 30 days after them.
create trigger keep_deleted after delete on transfers referencing old table as gone
  for each statement execute function keep_deleted();
create trigger keep_deleted after delete on counts referencing old table as gone
  for each statement execute function keep_deleted();
create trigger keep_deleted after delete on lots referencing old table as gone
  for each statement execute function keep_deleted();
