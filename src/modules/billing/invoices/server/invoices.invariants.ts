import { sql } from 'kysely';
import type { Check } from '~/kit/server/checks/checks';

export const invoiceChecks: readonly Check[] = [
  {
    name: 'Invoice totals match their lines',
    faults: sql`select concat(i.invoice_number, ': ', i.item_count, ' lines, subtotal ', i.subtotal, ', total ',
        i.total_amount, '; its lines: ', coalesce(l.lines, 0), ', ', coalesce(l.subtotal, 0)) as what
      from invoices i left join (
        select invoice_id, count(*) as lines, sum(line_total - discount_share) as subtotal, sum(discount_share) as discount,
          bool_and(line_total = round(quantity * unit_price, 2) - discount_amount) as fits
        from invoice_lines group by invoice_id
      ) l on l.invoice_id = i.id
      where i.item_count <> coalesce(l.lines, 0) or i.subtotal <> coalesce(l.subtotal, 0)
        or i.total_amount <> i.subtotal + i.tax_amount + i.round_off or not l.fits
        or i.discount_amount <> coalesce(l.discount, 0) order by i.id`,
  },
  {
    name: 'An invoice and its order have the same customer',
    faults: sql`select concat(i.invoice_number, ' of customer ', i.customer_id, ' charges for ', o.order_number,
        ' of customer ', o.customer_id) as what
      from invoices i join orders o on o.id = i.order_id
      where o.customer_id <> i.customer_id order by i.id`,
  },
  {
    name: 'Invoice lines refer to lines of the order of their invoice',
    faults: sql`select concat(i.invoice_number, ': "', l.description, '" charges for a line of order ', o.order_id) as what
      from invoice_lines l join invoices i on i.id = l.invoice_id join order_lines o on o.id = l.order_line_id
      where o.order_id is distinct from i.order_id order by l.id`,
  },
  {
    name: 'Invoice addresses belong to the customer of the invoice',
    faults: sql`select concat(i.invoice_number, ' of customer ', i.customer_id, ' names address ', a.id, ' of customer ',
        a.customer_id) as what
      from invoices i join customer_addresses a on a.id in (i.billing_address_id, i.shipping_address_id)
      where a.customer_id <> i.customer_id order by i.id`,
  },
  {
    name: 'Invoice numbers have no gaps',
    faults: sql`select concat('number ', n.number, ' of ', s.financial_year, ' is missing') as what
      from invoice_numbers s cross join lateral generate_series(s.first_number, s.last_number) n (number)
      where not exists (select from invoices i
          where i.number_year = s.financial_year and i.number_sequence = n.number)
        and not exists (select from freed_invoice_numbers f
          where f.financial_year = s.financial_year and f.number = n.number)
      order by s.financial_year, n.number`,
  },
  {
    name: 'Every invoice number was assigned exactly once',
    faults: sql`select concat(i.number_year, ' ', i.number_sequence, ' of ', i.invoice_number,
        ' was never given, or given back') as what
      from invoices i left join invoice_numbers s on s.financial_year = i.number_year
      where i.number_sequence is not null and (s.last_number is null or i.number_sequence > s.last_number
        or exists (select from freed_invoice_numbers f
          where f.financial_year = i.number_year and f.number = i.number_sequence))
      union all
      select concat(invoice_number, ' is the number of ', count(*), ' invoices')
      from invoices group by invoice_number having count(*) > 1`,
  },
  {
    name: 'Stored copies of issued invoices match the invoices',
    faults: sql`select concat(i.invoice_number, ' of ', i.total_amount, ' is kept as ', d.document ->> 'number', ' of ',
        d.document ->> 'total_amount') as what
      from papers d join invoices i on d.kind = 'invoices' and i.id = d.record_id
      where i.status <> 'draft' and (d.document ->> 'number' is distinct from i.invoice_number
        or (d.document ->> 'total_amount')::numeric is distinct from i.total_amount)
      union all
      select concat(i.invoice_number, ' is issued by GST, and not kept')
      from invoices i where i.status <> 'draft' and i.tax_mode = 'gst'
        and not exists (select from papers d where d.kind = 'invoices' and d.record_id = i.id)`,
  },
];
