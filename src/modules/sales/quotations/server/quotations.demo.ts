import { anonymous, type Write } from '~/kit/server/database/context';
import type { Transaction } from '~/kit/server/database/transaction';
import { updateRecord } from '~/kit/server/database/write';
import type { Quotation } from '../quotations.fields';
import { decide } from './decisions.actions';
import { lockQuotation, quotations, listQuotedSamples } from './quotations.queries';
import { rowOf } from './lines.internal';
import { addQuotation } from './quotations.actions';

const msPerDay = 86_400_000;

/** How many days ago each was made, for whom, and what became of it. */
const samples: readonly [daysAgo: number, whom: 'customer' | 'lead', Quotation['status']][] = [
  [1, 'lead', 'draft'],
  [1, 'customer', 'draft'],
  [2, 'lead', 'sent'],
  [4, 'customer', 'sent'],
  [6, 'lead', 'accepted'],
  [9, 'customer', 'sent'],
  [12, 'customer', 'declined'],
  [15, 'lead', 'sent'],
  [18, 'customer', 'accepted'],
  [24, 'lead', 'declined'],
  [45, 'customer', 'expired'],
  [60, 'lead', 'expired'],
];

const covers = [
  'Thank you for your enquiry. We are pleased to offer as follows. (Invented sample record.)',
  'With reference to our meeting at your plant, our best prices are below. (Invented sample record.)',
];

const reasons = ['Bought locally at a lower price.', 'The project was put off to next year.'];

/** Sample quotations with what became of each; returns how many. */
export async function fillDemoQuotations(trx: Transaction, now: Date): Promise<number> {
  const sources = await listQuotedSamples(trx);
  const at = (ago: number): Write => ({
    trx,
    context: { person: anonymous, now: new Date(now.getTime() - Math.max(0, ago) * msPerDay) },
  });
  for (const [index, [daysAgo, whom, status]] of samples.entries()) {
    const lines = Array.from({ length: 1 + (index % 4) }, (_, line) => {
      const product = pick(sources.products, index * 5 + line * 3);
      return {
        product_id: product.id,
        quantity: 5 + ((index * 7 + line * 4) % 40),
        unit_price: product.unit_price,
        is_option: line === 3,
      };
    });
    const service = pick(sources.services, index);
    const created = await addQuotation(at(daysAgo), {
      ...(whom === 'lead'
        ? { lead_id: pick(sources.leads, index * 3 + 1).id, place_of_supply: '27' }
        : { customer_id: pick(sources.customers, index * 5 + 2) }),
      items: lines,
      services:
        index % 3 === 0
          ? [{ service_id: service.id, quantity: 1, unit_price: service.price, is_option: false }]
          : [],
      cover_text: pick(covers, index),
      terms_conditions: 'Delivery in 3 weeks from the order. Prices ex works, packing included.',
      reference: index % 2 === 0 ? `Enquiry ${4100 + index * 13}` : null,
      is_template: index === 1,
    });
    await leadTo(at(daysAgo - 1), created.id, status, pick(reasons, index));
  }
  return samples.length;
}

async function leadTo(
  write: Write,
  id: number,
  status: Quotation['status'],
  reason: string,
): Promise<void> {
  if (status === 'draft') return;
  const take = async (value: Quotation['status']) =>
    updateRecord(write, quotations, {
      row: rowOf(await lockQuotation(write, id)),
      values: { status: value },
    });
  await take('sent');
  if (status === 'expired') await take('expired');
  if (status !== 'accepted' && status !== 'declined') return;
  const before = await lockQuotation(write, id);
  await decide(write, before, {
    status,
    name: 'Meera Kulkarni',
    reason,
    purchase_order: 'PO-7781',
  });
}

function pick<T>(list: readonly T[], index: number): T {
  const found = list[index % list.length];
  if (found === undefined) throw new Error('There is nothing to make sample quotations of');
  return found;
}
