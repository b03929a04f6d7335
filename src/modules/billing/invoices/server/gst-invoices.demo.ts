import type { Transaction } from '~/kit/server/database/transaction';
import { at as pick } from '~/modules/sales/customers/sample-companies.rules';
import { taxClassNamed } from '~/modules/catalogue/tax/server/tax-classes.service';
import type { NewInvoice } from '../requests.schema';
import { type GstSource, listBuyers, listGstSources } from './samples.queries';

/** Which of them are carriage, on which the buyer pays the tax. */
const reverseCharged = [64, 70];

/** Of the invoice whose freight covers it. */
export function sampleDiscount(index: number): Pick<NewInvoice, 'discount_amount'> {
  return index === 41 ? { discount_amount: 250 } : {};
}

/** In days: most of them lie in the last months, whose returns are due. */
const ages = Array.from({ length: 80 }, (_, index) => 540 * (1 - index / 80) ** 2);

type Item = NewInvoice['items'][number];

export interface SampleDocument {
  daysAgo: number;
  values: Omit<NewInvoice, 'status' | 'invoice_date'>;
}

interface Kinds {
  taxed: GstSource[];
  untaxed: GstSource[];
  /** Without an HSN code: what is made of them waits for one. */
  unclassified: GstSource[];
  freight: Item | null;
}

/**
 * Sample invoices by GST without an order: parts of a kilogram, discounts, lines without tax next to others and alone,
 * carriage under reverse charge, and a draft that lacks a code.
 */
export async function gstSamples(
  trx: Transaction,
  customers: readonly number[],
): Promise<SampleDocument[]> {
  const kinds = await kindsOf(trx);
  const untaxedBuyers = await listBuyers(trx, ['overseas', 'sez']);
  const registered = await listBuyers(trx, ['regular']);
  const customerOf = (index: number) =>
    index % 3 === 2 && untaxedBuyers.length > 0
      ? pick(untaxedBuyers, (index - 2) / 3)
      : pick(customers, index * 7 + 2);
  return [
    ...ages.map((daysAgo, index) => ({
      daysAgo,
      values: {
        customer_id: customerOf(index),
        items: itemsOf(kinds, index),
        ...sampleDiscount(index),
        notes: index % 5 === 0 ? 'Please quote the invoice number with your payment.' : null,
        ...(reverseCharged.includes(index) ? carriage(kinds, pick(registered, index)) : {}),
      },
    })),
    {
      daysAgo: 0.02,
      values: {
        customer_id: customerOf(1),
        items: [...itemsOf(kinds, 1), ...kinds.unclassified.map((each) => itemOf(each, 1, 0))],
      },
    },
  ];
}

/** Goods of the buyer's own that a lorry takes along on its way back. */
function carriage({ freight }: Kinds, customer_id: number): Partial<SampleDocument['values']> {
  if (freight === null) return {};
  const description = 'Carriage of own goods by road, Pune to the works';
  const items = [{ ...freight, description, unit_price: 18_500 }];
  return { customer_id, items, reverse_charge: true };
}

async function kindsOf(trx: Transaction): Promise<Kinds> {
  const sources = await listGstSources(trx);
  const tax_class_id = await taxClassNamed(trx, 'GST 18%');
  const freight = { description: 'Freight and packing', quantity: 1, unit_price: 850 };
  return {
    taxed: sources.filter((each) => each.hsn_code !== null && each.treatment === 'taxable'),
    untaxed: sources.filter((each) => each.hsn_code !== null && each.treatment !== 'taxable'),
    unclassified: sources.filter((each) => each.hsn_code === null),
    freight: tax_class_id === null ? null : { ...freight, hsn_code: '996511', tax_class_id },
  };
}

function itemsOf({ taxed, untaxed, freight }: Kinds, index: number): Item[] {
  const [first] = untaxed;
  if (first && index % 12 === 3) return untaxed.map((each, at) => itemOf(each, index, at));
  const items = Array.from({ length: (index % 3) + 1 }, (_, at) =>
    itemOf(pick(taxed, index * 5 + at * 7), index, at),
  );
  if (first && index % 8 === 5) items.push(itemOf(first, index, 3));
  if (freight && index % 4 === 1) items.push(freight);
  return items;
}

function itemOf(source: GstSource, index: number, at: number): Item {
  const { product_id, service_id, description, unit_price, is_parted } = source;
  const whole = ((index * 3 + at) % 9) + 2;
  const parts = is_parted ? 0.5 + (index % 4) * 0.125 : 0;
  const quantity = service_id === null ? whole + parts : (index % 2) + 1.5;
  const item = { product_id, service_id, description, quantity, unit_price };
  if ((index + at) % 4 === 2) return { ...item, discount_percent: 5 };
  const isLarge = quantity * unit_price > 1000;
  return isLarge && index % 6 === 1 ? { ...item, discount_amount: 99.5 } : item;
}
