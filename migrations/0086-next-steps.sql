-- What is to be done about a record, by whom and when (docs/product/records.md#next-steps).
create table next_steps (
  id integer generated always as identity primary key,
  kind text not null check (kind in ('leads', 'customers', 'orders', 'invoices', 'products')),
  record_id integer not null,
  text text not null check (length(text) between 1 and 500),
  due_date date not null,
  assigned_to integer references users on delete set null,
  done_at timestamp(3) with time zone,
  -- The assignee was told that it is due.
  reminded_at timestamp(3) with time zone,
  created_by integer,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null
);
create index next_steps_record on next_steps (kind, record_id);
create index next_steps_assigned_to on next_steps (assigned_to, due_date) where done_at is null;
create index next_steps_to_remind on next_steps (due_date) where done_at is null and reminded_at is null;
create index next_steps_created_by on next_steps (created_by);
select track_log('next_steps', 'next_steps', 'id', '{updated_at,reminded_at}'), note_changes_of('next_steps');
create trigger note_gone after delete on next_steps for each row execute function note_gone('next_steps');

-- What "My Day" asks of others (docs/product/my-day.md).
create index orders_promised on orders (delivery_date, id) where status in ('pending', 'confirmed', 'processing');
create index invoices_due on invoices (due_date, id)
  where status in ('pending', 'sent', 'partially_paid', 'overdue') and balance_due > 0;

-- As before (migration 0033), and also whom a note mentions, whatever record it is on, and who is reminded.
drop trigger queue_notification on activity;
create trigger queue_notification after insert on activity for each row
  when (new.action in ('overdue', 'import failed', 'upgraded', 'backup failed', 'verify failed', 'mentioned', 'step due')
    or (new.user_id is not null and new.type in ('lead', 'order', 'payment', 'user')))
  execute function queue_notification();
