import { sql } from 'kysely';
import type { Db } from '~/kit/server/database/db';
import type { Day } from '~/kit/shared/time/days';
import type { BookedBill, PaidVendor } from '../tally-purchases.rules';

/** SQL: vendor `v` as documents name a party. */
const party = sql`json_build_object('name', v.company_name, 'legal_name', null, 'contact_person', v.contact_person,
  'gst_category', v.gst_category, 'gstin', v.gstin, 'address', v.address, 'city', v.city, 'state', v.state,
  'state_code', v.state_code, 'postal_code', v.postal_code, 'country', v.country, 'email', v.email, 'phone', v.phone)`;

interface Days {
  from: Day;
  to: Day;
}

/** Booked bills and credits of a month, and those that were cancelled, by date. */
export async function listBookedBills(db: Db, { from, to }: Days): Promise<BookedBill[]> {
  const lines = sql`(select bill_id, itc, line_total - discount_share as net, cgst_amount, sgst_amount, igst_amount from bill_lines
    union all select bill_id, itc, amount, cgst_amount, sgst_amount, igst_amount from bill_charges)`;
  const found = await sql<BookedBill>`select b.kind, b.voucher_number, b.bill_number, b.bill_date,
      b.status = 'cancelled' as is_cancelled, b.subtotal, b.round_off, b.tds_amount, b.payable_amount,
      b.cgst_amount - l.cgst as cgst, b.sgst_amount - l.sgst as sgst, b.igst_amount - l.igst as igst,
      case b.tax_mode when 'single' then b.tax_amount - l.single else 0 end as tax,
      case b.tax_mode when 'single' then l.single else l.cgst + l.sgst + l.igst end as blocked,
      case when b.reverse_charge then b.tax_amount else 0 end as reverse_charge_tax, ${party} as vendor
    from bills b join vendors v on v.id = b.vendor_id cross join lateral (
      select coalesce(sum(cgst_amount), 0) as cgst, coalesce(sum(sgst_amount), 0) as sgst,
        coalesce(sum(igst_amount), 0) as igst, coalesce(sum(round(net * b.tax_rate / 100, 2)), 0) as single
      from ${lines} each where each.bill_id = b.id and each.itc = 'blocked'
    ) l
    where b.counted_at is not null and b.status <> 'draft' and b.bill_date between ${from}::date and ${to}::date
    order by b.bill_date, b.id`.execute(db);
  return found.rows;
}

/** Payments to vendors of a month that settle anything, and those that were cancelled, by date. */
export async function listPaidVendors(db: Db, { from, to }: Days): Promise<PaidVendor[]> {
  const found =
    await sql<PaidVendor>`select p.payment_number, p.payment_date, p.payment_method, p.reference_number,
      p.status = 'cancelled' as is_cancelled, p.amount, p.tds_amount, p.round_off, ${party} as vendor
    from vendor_payments p join vendors v on v.id = p.vendor_id
    where p.payment_date between ${from}::date and ${to}::date and (p.amount <> 0 or p.tds_amount <> 0 or p.round_off <> 0)
    order by p.payment_date, p.id`.execute(db);
  return found.rows;
}
