import { describe, expect, it } from 'vitest';
import { mergeValues } from '~/kit/shared/fields/merge';
import {
  untaxedDocument,
  untaxedLine,
} from '~/modules/sales/documents/print/tax-documents.builders';
import { bodyOf } from '~/modules/sales/documents/lines/lines-body.rules';
import {
  emptyOrderLine,
  typedOver,
  typedTotals,
} from '~/modules/sales/documents/lines/lines-form.rules';
import { typedProblems } from '~/modules/sales/documents/lines/lines-problems.rules';
import {
  copiedQuotation,
  emptyQuotation,
  fromTemplate,
  noBuyer,
  quotationDocument,
  type QuotationParts,
  type TypedQuotation,
} from './quotation-form.rules';
import type { QuotationWithLines } from './quotations.fields';

const today = '2026-11-26';
const beginning = { today, validityDays: 30 };
const frame = { before: null, today };
const sending = { rate: 10, before: null, isGst: false };

const line = { ...emptyOrderLine(1), product_id: 3, description: 'Bearing', unit_price: '200' };
const option = {
  ...emptyOrderLine(2),
  product_id: 4,
  description: 'Seal kit',
  unit_price: '50',
  is_option: true,
};

const item: QuotationWithLines['items'][number] = {
  id: 11,
  product_id: 3,
  product_name: 'Bearing',
  sku_code: 'BRG-1',
  unit_of_measure: 'each',
  unit_decimals: 0,
  description: 'Bearing',
  quantity: 4,
  unit_price: 200,
  line_total: 800,
  taxable_value: 800,
  ...untaxedLine,
  notes: null,
  is_option: false,
};

const existing: QuotationWithLines = {
  id: 4,
  quotation_number: 'QTN-26-27-00004',
  revision: 1,
  customer_id: 7,
  lead_id: null,
  customer_name: 'Deccan Pumps',
  customer_phone: null,
  status: 'draft',
  quotation_date: '2026-11-01',
  valid_until: '2026-12-01',
  item_count: 2,
  service_names: null,
  subtotal: 800,
  tax_rate: 10,
  tax_amount: 80,
  total_amount: 880,
  ...untaxedDocument,
  reference: 'Pumps',
  cover_text: 'Dear Meera',
  terms_conditions: 'Ex works',
  notes: 'Margin is thin',
  is_template: true,
  order_id: null,
  order_number: null,
  decided_at: null,
  decided_by: null,
  decided_by_name: null,
  purchase_order: null,
  decline_reason: null,
  mail_status: null,
  mail_error: null,
  mailed_at: null,
  created_by: 1,
  created_by_name: 'Meera Kulkarni',
  workspace_id: null,
  lead_source: null,
  created_at: '2026-11-01T05:00:00.000Z',
  updated_at: '2026-11-02T05:00:00.000Z',
  custom: {},
  items: [item, { ...item, id: 12, description: 'Seal kit', is_option: true }],
  services: [],
};

const typed: TypedQuotation = {
  ...emptyQuotation({ ...beginning, buyer: { ...noBuyer, lead_id: 5 } }),
  items: [line, option],
};

describe('the form of a new quotation', () => {
  it('is valid from today for the days of the setting', () => {
    const { quotation_date, valid_until } = emptyQuotation({ ...beginning, buyer: noBuyer });
    expect([quotation_date, valid_until]).toEqual(['2026-11-26', '2026-12-26']);
  });

  it('requires a customer or a lead, a line that is not an option, and dates in order', () => {
    const first = (values: Partial<TypedQuotation>) =>
      typedProblems(quotationDocument, { ...typed, ...values }, frame)[0]?.message;
    expect(first({})).toBeUndefined();
    expect(first({ lead_id: null })).toBe('Please select a customer or a lead');
    expect(first({ items: [option] })).toBe('At least one line must not be an option');
    expect(first({ items: [], services: [] })).toBe(
      'Please add at least one item to the quotation',
    );
    expect(first({ valid_until: '2026-11-25' })).toBe(
      'Valid until cannot be before the quotation date',
    );
    expect(first({ valid_until: '' })).toBe('Valid Until is required');
  });

  it('prices options and leaves them out of the totals', () => {
    expect(typedTotals(quotationDocument, typed, { rate: 10, before: null }).total_amount).toBe(
      220,
    );
    expect(bodyOf(quotationDocument, typed, sending)).toMatchObject({
      customer_id: null,
      lead_id: 5,
      is_template: false,
      items: [
        { product_id: 3, unit_price: 200, is_option: false },
        { product_id: 4, unit_price: 50, is_option: true },
      ],
      total_amount: 220,
    });
  });

  it('refuses a discount above the lines in the totals', () => {
    const discount = { value: '200.01', unit: 'amount' as const };
    expect(typedProblems(quotationDocument, { ...typed, discount }, frame)).toEqual([
      { field: 'discount_amount', message: 'Discount cannot exceed ₹200.00' },
    ]);
  });
});

describe('a quotation that is known', () => {
  const before = quotationDocument.typedOf(existing);

  it('sends all of its header while it is a draft, and amounts only with other lines', () => {
    const body = bodyOf(quotationDocument, before, { ...sending, before: existing });
    expect(body).toMatchObject({ customer_id: 7, cover_text: 'Dear Meera', is_template: true });
    expect(body).not.toHaveProperty('items');
  });

  it('sends nothing but its open fields once it has been sent', () => {
    const sent = { ...existing, status: 'sent' as const };
    const notes = { ...before, notes: 'Asked for two weeks' };
    expect(bodyOf(quotationDocument, notes, { ...sending, before: sent })).toEqual({
      reference: 'Pumps',
      notes: 'Asked for two weeks',
      is_template: true,
      updated_at: existing.updated_at,
    });
  });

  it('is copied with new dates and new lines, and not as a template', () => {
    expect(copiedQuotation(existing, beginning)).toMatchObject({
      customer_id: 7,
      quotation_date: '2026-11-26',
      valid_until: '2026-12-26',
      notes: 'Margin is thin',
      is_template: false,
      items: [
        { id: null, product_id: 3, is_option: false },
        { id: null, is_option: true },
      ],
    });
  });

  it('gives lines and texts for the customer as a template, and keeps the rest', () => {
    const from = fromTemplate(existing);
    expect(from).toMatchObject({ cover_text: 'Dear Meera', terms_conditions: 'Ex works' });
    expect(from).not.toHaveProperty('customer_id');
    expect(from).not.toHaveProperty('notes');
  });

  it('keeps the lines of others with my cover text', () => {
    const theirs = { ...existing, items: [{ ...item, quantity: 6 }] };
    const parts = quotationDocument.partsOf(before);
    const { values, conflicts } = mergeValues({
      base: parts,
      mine: { ...parts, cover_text: 'Dear Ravi' },
      theirs: quotationDocument.partsOf(quotationDocument.typedOf(theirs)),
    });
    expect(conflicts).toEqual([]);
    const over = typedOver(quotationDocument, theirs, values as unknown as QuotationParts);
    expect(over).toMatchObject({ cover_text: 'Dear Ravi', items: [{ quantity: '6' }] });
  });
});
