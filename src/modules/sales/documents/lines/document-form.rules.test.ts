import { describe, expect, it } from 'vitest';
import * as field from '~/kit/shared/fields/fields';
import { documentForm } from './document-form.rules';
import { noDiscount } from './discounts.rules';
import { amountFields, documentTaxFields } from '../documents.fields';
import { emptyLine } from './typed-lines.rules';
import { noTypedSupply } from '../taxes/typed-supply.rules';

/** A kind of document that knows nothing but its own fields. */
const form = documentForm({
  fields: {
    customer_id: field.link({ label: 'Customer', to: 'customers', required: true }),
    order_id: field.link({ label: 'Order', to: 'orders' }),
    valid_until: field.day({ label: 'Valid Until', required: true }),
    packages: field.wholeNumber({ label: 'Packages', max: 99 }),
    is_firm: field.flag({ label: 'Firm', required: true }),
    notes: field.longText({ label: 'Notes', max: 10 }),
    ...amountFields,
    ...documentTaxFields,
  },
  header: ['valid_until', 'packages', 'is_firm', 'notes'],
  lists: { items: { noun: 'Item', decimals: 0 } },
  chosen: ['order_id'],
});

const row = {
  customer_id: 7,
  customer_name: 'Kaveri Looms',
  valid_until: '2026-12-01',
  packages: 3,
  is_firm: true,
  notes: null,
  tax_rate: 18,
  ...noDiscount,
  ...noTypedSupply,
  place_chosen: false,
};

const line = { ...emptyLine(1), description: 'Flange', quantity: '2', unit_price: '10' };

describe('the form of a document', () => {
  it('is empty for a new one, but for its customer', () => {
    expect(form.empty({ id: 7, company_name: 'Kaveri Looms' })).toMatchObject({
      customer_id: 7,
      customer_name: 'Kaveri Looms',
      valid_until: '',
      packages: '',
      notes: '',
      tax_rate: null,
    });
    expect(form.empty(null).customer_id).toBeNull();
  });

  it('holds a place of supply that was chosen, and works out any other again', () => {
    const placed = { ...row, place_of_supply: '29' };
    expect(form.typed({ ...placed, place_chosen: true }).place_of_supply).toBe('29');
    expect(form.typed(placed).place_of_supply).toBeNull();
  });

  it('gives back what a record says', () => {
    const typed = form.typed(row);
    expect(typed).toMatchObject({ valid_until: '2026-12-01', packages: '3', is_firm: 'true' });
    expect(form.sentHeader(typed)).toEqual({
      valid_until: '2026-12-01',
      packages: 3,
      is_firm: true,
      notes: null,
    });
  });

  it('says what is wrong with its header, in the order of the form, and sends that as it is', () => {
    const typed = { ...form.typed(row), valid_until: '', packages: '1.5', notes: 'eleven char' };
    expect(form.headerProblems(typed)).toEqual([
      { field: 'valid_until', message: 'Valid Until is required' },
      { field: 'packages', message: 'Packages must be a whole number' },
      { field: 'notes', message: 'Notes cannot exceed 10 characters' },
    ]);
    expect(form.sentHeader(typed)).toMatchObject({ packages: '1.5', notes: 'eleven char' });
  });

  it('takes over the chosen values of another document', () => {
    const order = {
      ...noTypedSupply,
      place_of_supply: '29',
      notes: 'Gate 4',
      valid_until: 'other',
    };
    expect(form.carriedFrom(order, ['place_of_supply', 'notes'])).toEqual({
      place_of_supply: '29',
      notes: 'Gate 4',
    });
  });

  it('prices and taxes its lines', () => {
    expect(form.pricedLines({ items: [line] })).toEqual([{ quantity: 2, unit_price: 10 }]);
    expect(form.taxableLines({ items: [line] })).toMatchObject([{ key: 1, name: 'Flange' }]);
  });

  it('has parts that two people may change, with their words', () => {
    const typed = { ...form.typed(row), order_id: 3, items: [line], is_open: true };
    const parts = form.partsOf(typed);
    expect(Object.keys(parts)).toEqual([
      'customer_id',
      'order_id',
      'valid_until',
      'packages',
      'is_firm',
      'notes',
      'items',
      'discount',
      'tax_rate',
      ...Object.keys(noTypedSupply),
    ]);
    const texts = (['customer_id', 'valid_until', 'is_firm', 'items', 'discount'] as const).map(
      (part) => [form.partLabel(part), form.partText(part, parts[part], [typed])],
    );
    expect(texts).toEqual([
      ['Customer', 'Kaveri Looms'],
      ['Valid Until', '1 Dec 2026'],
      ['Firm', 'Yes'],
      ['Items', '2 × Flange at ₹10.00'],
      ['Discount', ''],
    ]);
  });
});
