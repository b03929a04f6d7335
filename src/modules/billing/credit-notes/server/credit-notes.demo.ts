import { anonymous } from '~/kit/server/database/context';
import type { Transaction } from '~/kit/server/database/transaction';
import { addDays, daysBetween, dayOf } from '~/kit/shared/time/days';
import { getSettings } from '~/modules/organization/company/server/settings.service';
import type { NoteKind } from '../credit-notes.fields';
import type { NewNote } from '../requests.schema';
import { addNote } from './credit-notes.actions';
import { listSampleInvoices, type SampleInvoice } from './credit-notes.queries';

const every = 20;

type Way = (invoice: SampleInvoice) => {
  kind: NoteKind;
  note: Pick<NewNote, 'reason' | 'notes' | 'goods_return' | 'status'> & { unit_price?: number };
};

const ways: readonly Way[] = [
  ({ has_product }) => ({
    kind: 'credit',
    note: {
      reason: 'return',
      goods_return: has_product,
      notes: 'One came back damaged in transport',
      status: 'issued',
    },
  }),
  () => ({
    kind: 'debit',
    note: {
      reason: 'price',
      unit_price: 10,
      notes: 'Surcharge on material as agreed',
      status: 'issued',
    },
  }),
  () => ({
    kind: 'credit',
    note: { reason: 'price', unit_price: 5, notes: 'Rebate as agreed', status: 'issued' },
  }),
  () => ({ kind: 'credit', note: { reason: 'quantity', status: 'draft' } }),
];

/** Sample notes on some of the sample invoices, a few days after each; returns how many. */
export async function fillDemoNotes(trx: Transaction, now: Date): Promise<number> {
  const { time_zone, tax_mode } = await getSettings(trx);
  const today = dayOf(now, time_zone);
  const invoices = (await listSampleInvoices(trx)).filter((_, index) => index % every === 2);
  for (const [index, invoice] of invoices.entries()) {
    const way = ways[index % ways.length]?.(invoice);
    if (!way) continue;
    const { unit_price, ...note } = way.note;
    const planned = addDays(invoice.invoice_date, 6);
    const note_date = planned < today ? planned : today;
    const at = new Date(now.getTime() - daysBetween(note_date, today) * 86_400_000);
    const part = { quantity: 1, unit_price };
    const item = tax_mode === 'gst' && unit_price ? rebateOf(invoice, unit_price) : part;
    await addNote({ trx, context: { person: anonymous, now: at } }, way.kind, {
      ...note,
      invoice_id: invoice.id,
      note_date,
      items: [{ invoice_line_id: invoice.line_id, ...item }],
    });
  }
  return invoices.length;
}

/** So many percent of the price, on all of the line. */
function rebateOf({ quantity, unit_price }: SampleInvoice, percent: number) {
  return { quantity, unit_price: Math.round(unit_price * percent) / 100 };
}
