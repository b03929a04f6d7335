-- The lines of a document are never summed up in the log, however many one statement writes: its history shows each.
do $$
declare
  tracked text;
  entity text;
begin
  for tracked, entity in values ('order_lines', 'orders'), ('invoice_lines', 'invoices') loop
    execute format('drop trigger audit_inserted on %I', tracked);
    execute format('drop trigger audit_updated on %I', tracked);
    execute format('drop trigger audit_deleted on %I', tracked);
    execute format('create trigger audit_inserted after insert on %I referencing new table as added
      for each statement execute function keep_audit_log(%L, %L, %L, true, false)',
      tracked, entity, rtrim(entity, 's') || '_id', array[rtrim(entity, 's') || '_id']);
    execute format('create trigger audit_updated after update on %I referencing old table as removed new table as added
      for each statement execute function keep_audit_log(%L, %L, %L, true, false)',
      tracked, entity, rtrim(entity, 's') || '_id', array[rtrim(entity, 's') || '_id']);
    execute format('create trigger audit_deleted after delete on %I referencing old table as removed
      for each statement execute function keep_audit_log(%L, %L, %L, true, false)',
      tracked, entity, rtrim(entity, 's') || '_id', array[rtrim(entity, 's') || '_id']);
  end loop;
end $$;
