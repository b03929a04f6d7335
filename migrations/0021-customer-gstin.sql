alter table customers add column gstin text check (gstin ~ '^[0-9A-Z]{15}$');
