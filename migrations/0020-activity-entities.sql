-- What a line of the activity log is about: the table of the record, whose id is in record_id. Null where it is about no
-- kind of record. The type is coarser (users and invitations are both "user") and the title is for people to read.
alter table activity add column entity text;

-- Lines of the past are told apart by the titles that they were written with, once and for all.
update activity set entity = case
  when type = 'user' and title like 'Invitation %' then 'invitations'
  when type in ('lead', 'customer', 'order', 'invoice', 'payment', 'product', 'user') then type || 's'
  when title like 'Workspace member %' then 'workspace_members'
  when title like 'Workspace %' then 'workspaces'
  when title like 'Stage %' then 'pipeline_stages'
  when title like 'Service %' then 'services'
  when title like 'Category %' then 'categories'
  when title like 'Subcategory %' then 'subcategories'
  when title like 'Brand %' then 'brands'
  when title like 'Billing information %' then 'billing_profile'
  when title like 'Payment method %' then 'payment_methods'
  when title like 'Privacy information %' then 'privacy_policy'
end;

drop index activity_record;
create index activity_entity on activity (entity, record_id, id desc);
