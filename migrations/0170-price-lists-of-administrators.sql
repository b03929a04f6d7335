-- The prices, customer and days of a list are an administrator's, or those of someone else: a list of someone else, without a
-- discount limit, leaves the limits of other lists in force (docs/product/price-lists.md#discount-limits).
alter table price_lists add column set_by_admin boolean not null default true;
