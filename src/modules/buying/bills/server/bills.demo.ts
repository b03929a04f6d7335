import { anonymous, type Write } from '~/kit/server/database/context';
import type { Transaction } from '~/kit/server/database/transaction';
import { addDays, dayOf } from '~/kit/shared/time/days';
import { getSettings } from '~/modules/organization/company/server/settings.service';
import { addBill } from './bills.actions';
import { addCredit } from './credits.actions';
import { listSampleReceipts } from './ordered.queries';

const msPerDay = 86_400_000;
const note = 'Invented sample record.';

/** Six sample bills: of receipts with freight, of a service with TDS, one past its due date, a draft and a credit. Returns how many. */
export async function fillDemoBills(trx: Transaction, now: Date): Promise<number> {
  const { time_zone } = await getSettings(trx);
  const at = (days: number): Write => ({
    trx,
    context: {
      person: { ...anonymous, role: 'admin' },
      now: new Date(now.getTime() - days * msPerDay),
    },
  });
  const day = (days: number) => addDays(dayOf(now, time_zone), -days);
  const [first, second, third = second] = await listSampleReceipts(trx);
  if (!first || !second || !third) return 0;
  const ofReceipt = ({ purchase_order_id, vendor_id, lines }: typeof first) => ({
    vendor_id,
    purchase_order_id,
    items: lines.map(({ id, quantity }) => ({ purchase_line_id: id, quantity })),
    notes: note,
  });
  const booked = { status: 'open', accept: true } as const;
  const bill = await addBill(at(0), {
    ...ofReceipt(first),
    ...booked,
    bill_number: 'SH/26-27/0418',
    charges: [{ description: 'Freight', amount: 850, goods_receipt_ids: [first.id] }],
  });
  await addBill(at(0), { ...ofReceipt(second), ...booked, bill_number: 'PDB-2291' });
  const service = { vendor_id: second.vendor_id, notes: note };
  await addBill(at(40), {
    ...service,
    ...booked,
    bill_number: 'PDB-S-117',
    bill_date: day(40),
    due_date: day(10),
    tds_code: 'CONTRACT',
    items: [{ description: 'Re-winding of two motors', quantity: 2, unit_price: 18_500 }],
  });
  await addBill(at(6), {
    ...service,
    ...booked,
    vendor_id: first.vendor_id,
    bill_number: 'AMC-77',
    bill_date: day(6),
    tds_code: 'PROFESSIONAL',
    items: [{ description: 'Safety audit of the plant', quantity: 1, unit_price: 62_000 }],
  });
  await addBill(at(0), {
    ...service,
    vendor_id: third.vendor_id,
    bill_number: '1184/A',
    items: [{ description: 'Packing material', quantity: 40, unit_price: 38.5, itc: 'blocked' }],
  });
  const [line] = bill.items;
  if (line)
    await addCredit(at(0), bill.id, {
      items: [{ bill_line_id: line.id, reason: 'price', amount: 100 }],
      bill_number: 'CN/26-27/0031',
      notes: note,
    });
  return 6;
}
