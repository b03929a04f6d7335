import { sql } from 'kysely';
import type { Check } from '~/kit/server/checks/checks';

export const quotationChecks: readonly Check[] = [
  {
    name: 'Quotation totals match their lines',
    faults: sql`select concat(q.quotation_number, ' R', q.revision, ': subtotal ', q.subtotal, ', total ', q.total_amount,
        '; its lines: ', coalesce(l.subtotal, 0)) as what
      from quotations q left join (
        select quotation_id, count(product_id) filter (where not is_option) as items,
          sum(line_total - discount_share) filter (where not is_option) as subtotal,
          sum(discount_share) as discount,
          bool_and(line_total = round(quantity * unit_price, 2) - discount_amount) as fits
        from quotation_lines group by quotation_id
      ) l on l.quotation_id = q.id
      where q.item_count <> coalesce(l.items, 0) or q.subtotal <> coalesce(l.subtotal, 0)
        or not coalesce(l.fits, false) or q.discount_amount <> coalesce(l.discount, 0) order by q.id`,
  },
  {
    name: 'An ordered quotation and its order belong to one customer',
    faults: sql`select concat(q.quotation_number, ' R', q.revision, ' of customer ', coalesce(q.customer_id,
        l.converted_customer_id), ' became order ', o.order_number, ' of customer ', o.customer_id) as what
      from quotations q left join leads l on l.id = q.lead_id left join orders o on o.id = q.order_id
      where q.status = 'ordered' and (o.id is null
        or o.customer_id is distinct from coalesce(q.customer_id, l.converted_customer_id)) order by q.id`,
  },
  {
    name: 'Quotation addresses belong to the customer of the quotation',
    faults: sql`select concat(q.quotation_number, ' R', q.revision, ' of customer ', q.customer_id, ' names address ', a.id,
        ' of customer ', a.customer_id) as what
      from quotations q join customer_addresses a on a.id in (q.billing_address_id, q.shipping_address_id)
      where a.customer_id is distinct from q.customer_id order by q.id`,
  },
  {
    name: 'Only the newest revision of a quotation is in use',
    faults: sql`select concat(q.quotation_number, ' R', q.revision, ' is ', q.status, ', and there is a newer revision') as what
      from quotations q where q.status <> 'superseded' and exists (select from quotations n
        where n.quotation_number = q.quotation_number and n.revision > q.revision) order by q.id`,
  },
];
