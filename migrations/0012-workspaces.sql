create table workspaces (
  id integer generated always as identity primary key,
  name text not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null
);
create unique index workspaces_name_key on workspaces (lower(name));
select track_changes('workspaces');

create table workspace_members (
  id integer generated always as identity primary key,
  workspace_id integer not null references workspaces on delete cascade,
  user_id integer not null references users on delete cascade,
  role text not null check (role in ('owner', 'manager', 'member', 'viewer')),
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint workspace_members_once unique (workspace_id, user_id)
);
create index workspace_members_user_id on workspace_members (user_id);
select track_changes('workspace_members');

-- Null is the whole company. It counts only while its user belongs to it or is an administrator.
alter table users add column current_workspace integer references workspaces on delete set null;
create index users_current_workspace on users (current_workspace) where current_workspace is not null;

-- Orders, invoices and payments follow their customer.
alter table leads add column workspace_id integer references workspaces on delete set null;
alter table customers add column workspace_id integer references workspaces on delete set null;
create index leads_workspace on leads (workspace_id, created_at desc, id desc) where workspace_id is not null;
create index customers_workspace on customers (workspace_id, created_at desc, id desc) where workspace_id is not null;

-- Where the record was when it happened. No foreign key: past work stays as it was.
alter table activity add column workspace_id integer;
create index activity_workspace on activity (workspace_id, created_at desc, id desc) where workspace_id is not null;

-- The kept counts tell workspaces apart too.
alter table lead_counts add column workspace_id integer;
drop index lead_counts_day;
create index lead_counts_day on lead_counts (day) include (stage_id, is_open, leads, workspace_id);
drop index leads_converted;
create index leads_converted on leads (updated_at) include (created_at, workspace_id) where status = 'converted';

create or replace function count_leads() returns trigger language plpgsql as $$
begin
  if tg_op = 'TRUNCATE' then
    delete from lead_counts;
  elsif tg_op = 'INSERT' then
    insert into lead_counts (day, stage_id, is_open, workspace_id, leads)
      select (created_at at time zone 'UTC')::date as day, current_stage_id,
        status in ('active', 'contacted', 'qualified') as is_open, workspace_id, count(*)
      from added group by 1, 2, 3, 4;
  elsif tg_op = 'DELETE' then
    insert into lead_counts (day, stage_id, is_open, workspace_id, leads)
      select (created_at at time zone 'UTC')::date as day, current_stage_id,
        status in ('active', 'contacted', 'qualified') as is_open, workspace_id, -count(*)
      from removed group by 1, 2, 3, 4;
  else
    insert into lead_counts (day, stage_id, is_open, workspace_id, leads)
      select (created_at at time zone 'UTC')::date as day, current_stage_id,
        status in ('active', 'contacted', 'qualified') as is_open, workspace_id, sum(change)
      from (
        select created_at, current_stage_id, status, workspace_id, 1 as change from added
        union all
        select created_at, current_stage_id, status, workspace_id, -1 from removed
      ) changes
      group by 1, 2, 3, 4 having sum(change) <> 0;
  end if;
  return null;
end $$;
