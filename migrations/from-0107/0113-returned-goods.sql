-- What a credit note brought back is no longer out of its order (docs/product/orders.md#stock-follows-the-status). Goods that
-- came back before of an order that is not shipped were counted twice: such an order holds all of its items, as it did.
alter table credit_notes add column if not exists follows_order boolean not null default true;
update credit_notes n set follows_order = false
where n.goods_return and n.status = 'issued' and exists (
  select from invoices i join orders o on o.id = i.order_id
  where i.id = n.invoice_id and o.status not in ('shipped', 'delivered'));
