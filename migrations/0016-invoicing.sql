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

-- Numbers that were taken for a mail that surely reached nobody: the next ones to be given.
create table freed_numbers (
  series text not null,
  financial_year text not null,
  number integer not null check (number > 0),
  primary key (series, financial_year, number),
  foreign key (series, financial_year) references number_series
);
