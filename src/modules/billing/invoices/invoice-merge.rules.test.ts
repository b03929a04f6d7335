import { expect, it } from 'vitest';
import { mergeValues } from '~/kit/shared/fields/merge';
import { itsOwnTax } from '~/modules/sales/documents/lines/typed-lines.rules';
import { noTypedDiscount } from '~/modules/sales/documents/lines/typed-discounts.rules';
import { noTypedSupply } from '~/modules/sales/documents/taxes/typed-supply.rules';
import {
  invoiceBody,
  invoiceForm,
  type InvoiceParts,
  partsOf,
  type TypedInvoice,
} from './invoice-form.rules';

const draft: TypedInvoice = {
  discount: noTypedDiscount,
  discount_source: null,
  customer_id: 7,
  customer_name: 'Kaveri Looms',
  payment_terms: null,
  order_id: null,
  order_number: '',
  invoice_date: '2026-11-21',
  due_date: '2026-12-21',
  is_due_typed: true,
  terms_conditions: '',
  notes: '',
  reference: '',
  delivery_terms: '',
  items: [
    {
      key: 31,
      product_id: null,
      service_id: null,
      order_line_id: null,
      description: 'Freight',
      quantity: '2',
      unit_price: '10.25',
      discount_percent: '',
      discount_amount: '',
      ...itsOwnTax,
      remaining: null,
    },
  ],
  tax_rate: 18,
  ...noTypedSupply,
  shipping_bill_number: '',
  shipping_bill_date: '',
  port_code: '',
};
const items = (quantity: string, key = 31) =>
  draft.items.map((item) => ({ ...item, key, quantity }));

function merged(mine: Partial<TypedInvoice>, theirs: Partial<TypedInvoice>) {
  const [base, own, other] = [{}, mine, theirs].map((each) => partsOf({ ...draft, ...each }));
  return mergeValues({ base: { ...base }, mine: { ...own }, theirs: { ...other } });
}

it('a draft that two people have changed has my lines, their notes and amounts that fit', () => {
  const { values, conflicts } = merged({ items: items('3') }, { notes: 'Gate 4', tax_rate: 5 });
  expect(conflicts).toEqual([]);
  const over = { ...draft, ...(values as unknown as InvoiceParts) };
  expect(invoiceBody(over, { rate: 5, isGst: false })).toMatchObject({
    notes: 'Gate 4',
    items: [{ description: 'Freight', quantity: 3 }],
    tax_rate: 5,
    subtotal: 30.75,
    tax_amount: 1.54,
  });
});

it('lines that were saved again unchanged do not count as a change; lines that both changed need a decision', () => {
  expect(merged({ items: items('3') }, { items: items('2', 99) }).conflicts).toEqual([]);
  const { conflicts } = merged({ items: items('3') }, { items: items('4', 99) });
  expect(conflicts.map(({ field }) => field)).toEqual(['items']);
});

it('a supply that was typed is sent over what another has changed', () => {
  const { values } = merged({ place_of_supply: '29', reverse_charge: true }, { notes: 'Gate 4' });
  const over = { ...draft, ...(values as unknown as InvoiceParts) };
  expect(invoiceBody(over, { rate: 18, isGst: true })).toMatchObject({
    notes: 'Gate 4',
    place_of_supply: '29',
    reverse_charge: true,
  });
});

it('says its parts in words', () => {
  expect(invoiceForm.partText('items', draft.items, [])).toBe('2 × Freight at ₹10.25');
  expect(invoiceForm.partText('customer_id', 7, [draft])).toBe('Kaveri Looms');
  expect([
    invoiceForm.partText('due_date', draft.due_date, []),
    invoiceForm.partText('tax_rate', 5, []),
  ]).toEqual(['21 Dec 2026', '5%']);
  expect([invoiceForm.partLabel('items'), invoiceForm.partLabel('due_date')]).toEqual([
    'Items',
    'Due Date',
  ]);
});
