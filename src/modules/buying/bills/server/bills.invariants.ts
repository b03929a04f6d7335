import { sql } from 'kysely';
import type { Check } from '~/kit/server/checks/checks';

export const billChecks: readonly Check[] = [
  {
    name: 'Bills total their lines, charges and tax',
    faults: sql`select concat(b.voucher_number, ': lines and charges ', w.net, ', subtotal ', b.subtotal, ', tax ', b.tax_amount,
        ', round-off ', b.round_off, ', total ', b.total_amount) as what
      from bills b cross join lateral (
        select coalesce((select sum(line_total - discount_share) from bill_lines where bill_id = b.id), 0)
          + coalesce((select sum(amount) from bill_charges where bill_id = b.id), 0) as net
      ) w
      where w.net <> b.subtotal or b.total_amount <> b.subtotal + b.tax_amount + b.round_off order by b.id`,
  },
  {
    name: 'Bills owe their total without TDS and tax under reverse charge, payments and credits',
    faults: sql`select concat(b.voucher_number, ': payable ', b.payable_amount, ', paid ', b.paid_amount, ', credited ',
        b.credited_amount, ', credits ', c.taken, ', balance ', b.balance_due, ', ', b.status) as what
      from bills b cross join lateral (
        select coalesce(sum(credited_amount), 0) as taken from bills
        where corrects_id = b.id and status <> 'cancelled'
      ) c
      where b.status <> 'cancelled' and (
        b.payable_amount <> b.total_amount - b.tds_amount - case when b.reverse_charge then b.tax_amount else 0 end
        or (b.kind = 'bill' and b.credited_amount <> c.taken)
        or (b.kind = 'bill' and b.balance_due < 0) or (b.kind = 'credit' and b.balance_due > 0)
        or (b.status <> 'draft' and (b.status = 'paid') <> (b.balance_due = 0)))
      order by b.id`,
  },
  {
    name: 'Ordered lines are billed as often as booked bills say',
    faults: sql`select concat(o.purchase_number, ', line ', l.id, ': billed ', l.billed_quantity, ', on bills ',
        coalesce(w.quantity, 0)) as what
      from purchase_order_lines l join purchase_orders o on o.id = l.purchase_order_id
        left join (
          select i.purchase_line_id, sum(i.quantity) as quantity from bill_lines i join bills b on b.id = i.bill_id
          where b.kind = 'bill' and b.status not in ('draft', 'cancelled') and i.purchase_line_id is not null group by 1
        ) w on w.purchase_line_id = l.id
      where l.billed_quantity <> coalesce(w.quantity, 0) order by l.id`,
  },
];
