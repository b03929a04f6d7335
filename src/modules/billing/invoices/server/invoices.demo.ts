import { anonymous, type Write } from '~/kit/server/database/context';
import { together } from '~/kit/server/database/together';
import type { Transaction } from '~/kit/server/database/transaction';
import { addDays, type Day, daysBetween, dayOf } from '~/kit/shared/time/days';
import { insertRecord } from '~/kit/server/database/write';
import { getSettings } from '~/modules/organization/company/server/settings.service';
import { canCancel } from '../invoices.rules';
import { openingInvoice } from '../opening-invoices.rules';
import { invoices } from './invoices.queries';
import { addInvoice } from './invoices.service';
import { insertOpeningLines } from './opening-imports.queries';
import { gstSamples, sampleDiscount, type SampleDocument } from './gst-invoices.demo';
import { applyStatus } from './issuing.service';
import { listSampleOrders, listSampleSources, type SampleSources } from './samples.queries';

const msPerDay = 86_400_000;

const ownAges = Array.from({ length: 80 }, (_, index) => 540 - index * 6.8);
const count = 250;
const drafts = 4;
const notes = 'From the books before (invented sample record)';

/** Sample invoices of 18 months, from shipped sample orders and without an order; returns how many. */
export async function fillDemoInvoices(trx: Transaction, now: Date): Promise<number> {
  const { time_zone, tax_mode } = await getSettings(trx);
  const today = dayOf(now, time_zone);
  const sources = await listSampleSources(trx);
  const fromOrders = (await listSampleOrders(trx))
    .slice(0, count - ownAges.length)
    .map(({ id: order_id, customer_id, order_date, items }): SampleDocument => {
      const age = daysBetween(order_date, today);
      return { daysAgo: Math.max(0.1, age - 14), values: { customer_id, order_id, items } };
    });
  const own = tax_mode === 'gst' ? await gstSamples(trx, sources.customers) : ownSamples(sources);
  const samples = [...fromOrders, ...own].toSorted((a, b) => b.daysAgo - a.daysAgo);
  const at = (days: number) => ({
    trx,
    context: { person: anonymous, now: new Date(now.getTime() - Math.max(0, days) * msPerDay) },
  });
  const created: Awaited<ReturnType<typeof addInvoice>>[] = [];
  await together(samples, async ({ daysAgo, values }, index) => {
    created[index] = await addInvoice(at(daysAgo), { ...values, status: 'draft' });
  });
  // Apart from their making, so that the numbers follow the dates.
  await together(created.slice(0, -drafts), async (invoice, index) => {
    const { daysAgo } = samples[index] ?? { daysAgo: 0 };
    const status = index % 4 === 3 ? 'pending' : 'sent';
    const issued = await applyStatus(at(daysAgo), invoice, status);
    const isCancelled = index % 29 === 6 && canCancel(issued).ok;
    if (isCancelled) await applyStatus(at(daysAgo - 2), issued, 'cancelled');
  });
  return samples.length + (await addOpening(at, { customers: sources.customers, today }));
}

/** What two customers owed before: the number in the books then, its age in days, the total, and the rest. */
const opening = [
  ['TI/0917', 571, 118_000, 68_000],
  ['TI/0944', 562, 41_300, 41_300],
] as const;

async function addOpening(
  at: (days: number) => Write,
  { customers, today }: { customers: readonly number[]; today: Day },
): Promise<number> {
  for (const [index, [invoice_number, daysAgo, total_amount, balance_due]] of opening.entries()) {
    const write = at(daysAgo);
    const invoice_date = addDays(today, -daysAgo);
    const opening = openingInvoice(
      { invoice_number, invoice_date, total_amount, balance_due, notes },
      { terms: null, today, prefix: '' },
    );
    if ('message' in opening) throw new Error(opening.message);
    const { values, description } = opening;
    const { id } = await insertRecord(write, invoices, {
      ...values,
      customer_id: customers[index * 9 + 4] ?? customers[0],
      item_count: 1,
      is_opening: true,
      created_by_name: `${anonymous.first_name} ${anonymous.last_name}`.trim(),
    });
    const line = { invoice_id: id, description, amount: values.subtotal };
    await insertOpeningLines(write.trx, [line]);
  }
  return opening.length;
}

function ownSamples({ customers, lines }: SampleSources): SampleDocument[] {
  if (customers.length === 0 || lines.length === 0) return [];
  return ownAges.map((daysAgo, index) => {
    const items = Array.from({ length: (index % 3) + 1 }, (_, at) => {
      const line = lines[(index * 5 + at * 7) % lines.length];
      return {
        product_id: line?.product_id ?? null,
        service_id: line?.service_id ?? null,
        description: line?.description ?? 'Consulting',
        quantity: line?.service_id ? (index % 2) + 1.5 : ((index * 3 + at) % 9) + 2,
        unit_price: line?.unit_price ?? 1500,
      };
    });
    const freight = { description: 'Freight and packing', quantity: 1, unit_price: 850 };
    return {
      daysAgo,
      values: {
        customer_id: customers[(index * 7 + 2) % customers.length] ?? 0,
        items: index % 4 === 1 ? [...items, freight] : items,
        ...sampleDiscount(index),
        notes: index % 5 === 0 ? 'Please quote the invoice number with your payment.' : null,
      },
    };
  });
}
