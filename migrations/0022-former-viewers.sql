-- Who was a viewer of a workspace when leaving it, by oneself or taken out, still only reads there.
create table former_viewers (
  workspace_id integer not null references workspaces on delete cascade,
  user_id integer not null references users on delete cascade,
  left_at timestamp(3) with time zone not null,
  primary key (workspace_id, user_id)
);
create index former_viewers_user_id on former_viewers (user_id);
