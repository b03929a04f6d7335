-- What is written without end may have more than 2,147,483,647 rows (docs/decisions/0054).
alter table mails alter column id type bigint;
alter table invoices alter column mail_id type bigint;
alter table notifications alter column id type bigint;
alter table stock_movements alter column id type bigint;

-- The log names the ids of thousands of rows as ranges.
do $$
begin
  execute replace(pg_get_functiondef('keep_audit_log'::regproc), 'int4range(', 'int8range(');
end $$;
