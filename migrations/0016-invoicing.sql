alter table invoices
  -- Whether it was mailed or marked as sent: what it goes back to when its payments fall away.
  add column was_sent boolean not null default false,
  -- The number that a draft has in the mail that is on its way to the customer; nobody else gets it.
  add column reserved_number text unique,
  add column mail_id integer references mails on delete set null,
  add column mail_status text check (mail_status in ('queued', 'accepted', 'failed')),
  add column mail_error text,
  add column mailed_at timestamp(3) with time zone,
  add check (reserved_number is null or (status = 'draft' and number_sequence is not null));
update invoices set was_sent = true where status = 'sent';
create index invoices_mail_queued on invoices (mail_id) where mail_status = 'queued';
create index invoices_falling_due on invoices (due_date) where status in ('pending', 'sent');

-- The last invoice number given in each financial year; its row is locked until the taker's transaction ends, so that
-- what fails gives its number back.
create table invoice_numbers (
  financial_year text primary key,
  last_number integer not null check (last_number > 0)
);

-- Numbers that were taken for a mail that surely reached nobody: the next ones to be given.
create table freed_invoice_numbers (
  financial_year text not null references invoice_numbers,
  number integer not null check (number > 0),
  primary key (financial_year, number)
);
