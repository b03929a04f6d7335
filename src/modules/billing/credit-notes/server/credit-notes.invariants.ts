import { sql } from 'kysely';
import type { Check } from '~/kit/server/checks/checks';
import { invoicing, returning } from '~/modules/sales/orders/server/invoicing.service';

const numbersOf = (kind: string, series: string) => sql`
  select concat('number ', n.number, ' of ', s.financial_year, ' is missing') as what
  from ${sql.table(series)} s cross join lateral generate_series(s.first_number, s.last_number) n (number)
  where not exists (select from credit_notes t where t.kind = ${sql.lit(kind)}
    and t.number_year = s.financial_year and t.number_sequence = n.number)`;

export const noteChecks: readonly Check[] = [
  {
    name: 'Credited and debited amounts of invoices match their issued notes',
    faults: sql`select concat(i.invoice_number, ': credited ', i.credited_amount, ', debited ', i.debited_amount,
        '; its notes: ', coalesce(n.credited, 0), ', ', coalesce(n.debited, 0)) as what
      from invoices i left join (
        select invoice_id, sum(total_amount) filter (where kind = 'credit') as credited,
          sum(total_amount) filter (where kind = 'debit') as debited
        from credit_notes where status = 'issued' group by invoice_id
      ) n on n.invoice_id = i.id
      where i.credited_amount <> coalesce(n.credited, 0) or i.debited_amount <> coalesce(n.debited, 0)
      order by i.id`,
  },
  {
    name: 'Note totals match their lines',
    faults: sql`select concat(n.note_number, ': ', n.item_count, ' lines, subtotal ', n.subtotal, ', total ',
        n.total_amount, '; its lines: ', coalesce(l.lines, 0), ', ', coalesce(l.subtotal, 0)) as what
      from credit_notes n left join (
        select credit_note_id, count(*) as lines, sum(line_total) as subtotal
        from credit_note_lines group by credit_note_id
      ) l on l.credit_note_id = n.id
      where n.item_count <> coalesce(l.lines, 0) or n.subtotal <> coalesce(l.subtotal, 0)
        or n.total_amount <> n.subtotal + n.tax_amount + n.round_off order by n.id`,
  },
  {
    name: 'Notes only correct lines of their invoice',
    faults: sql`select concat(n.note_number, ' of invoice ', n.invoice_id, ' corrects "', l.description, '" of invoice ',
        l.invoice_id) as what
      from credit_note_lines nl join credit_notes n on n.id = nl.credit_note_id
        join invoice_lines l on l.id = nl.invoice_line_id
      where l.invoice_id <> n.invoice_id order by nl.id`,
  },
  {
    name: 'Invoice lines are not credited twice',
    faults: sql`select concat(i.invoice_number, ': "', l.description, '" of ', l.line_total - l.discount_share, ' is credited with ',
        c.amount) as what
      from (
        select nl.invoice_line_id, sum(nl.line_total) as amount
        from credit_note_lines nl join credit_notes n on n.id = nl.credit_note_id
        where n.kind = 'credit' and n.status <> 'cancelled' group by nl.invoice_line_id
      ) c join invoice_lines l on l.id = c.invoice_line_id join invoices i on i.id = l.invoice_id
      where c.amount > l.line_total - l.discount_share order by l.id`,
  },
  {
    name: 'Order lines are not invoiced or returned beyond the ordered quantity',
    get faults() {
      return sql<{
        what: string;
      }>`select concat(number, ': "', description, '" of ', quantity, ': ', invoiced,
          ' invoiced, ', returned, ' came back') as what
        from (
          select l.id, o.order_number as number, l.description, l.quantity,
            ${invoicing.get().invoicedQuantity} as invoiced, ${returning.get().returnedQuantity} as returned
          from order_lines l join orders o on o.id = l.order_id
        ) l where invoiced > quantity or returned > quantity order by id`;
    },
  },
  {
    name: 'Note numbers have no gaps',
    faults: sql`${numbersOf('credit', 'credit_note_numbers')}
      union all ${numbersOf('debit', 'debit_note_numbers')}`,
  },
];
