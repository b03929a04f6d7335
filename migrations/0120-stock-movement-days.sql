-- The stock of a past day is today's less all later movements (docs/product/reports.md#stock-value). Movements are written in
-- the order of time, so that a few pages of this index tell where a day begins.
create index stock_movements_created_at on stock_movements using brin (created_at);
