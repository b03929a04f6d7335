import { figuresOf } from '~/kit/shared/filters/figures';
import { describe, expect, it } from 'vitest';
import { type FilterValues, predicateOf } from '~/kit/shared/filters/filters';
import type { Customer } from './customers.fields';
import { customerFigures, customerFilters } from './customers.filters';
import { canDelete, dueDateFor, locationOf, partyProblem } from './customers.rules';

function customer(values: Partial<Customer> = {}): Customer {
  return {
    id: 1,
    company_name: 'Godavari Forgings',
    contact_person: 'Asha Verma',
    gstin: null,
    gst_category: null,
    state_code: null,
    email: null,
    phone: null,
    industry: null,
    company_size: null,
    employee_count: null,
    customer_code: 'CUST-00001',
    website: null,
    billing_address: null,
    shipping_address: null,
    city: null,
    state: null,
    country: null,
    postal_code: null,
    credit_limit: null,
    payment_terms: null,
    no_reminders: false,
    is_active: true,
    order_count: 0,
    workspace_id: null,
    contact_texts: null,
    created_at: '2026-11-21T06:00:00.000Z',
    updated_at: '2026-11-21T06:00:00.000Z',
    custom: {},
    ...values,
  };
}

describe('deleting a customer', () => {
  const inactive = { is_active: false };
  const documents = (orders: number, invoices: number) => [
    { noun: 'order', count: orders },
    { noun: 'invoice', count: invoices },
  ];

  it('is allowed only when the customer is inactive and holds nothing', () => {
    expect(canDelete(inactive, documents(0, 0)).ok).toBe(true);
    expect(canDelete(inactive).ok).toBe(true);
    expect(canDelete({ is_active: true })).toMatchObject({
      ok: false,
      message: 'An active customer cannot be deleted. Make the customer inactive first.',
    });
  });

  it.each([
    [1, 0, 'This customer has 1 order and cannot be deleted'],
    [0, 2, 'This customer has 2 invoices and cannot be deleted'],
    [3, 1, 'This customer has 3 orders and 1 invoice and cannot be deleted'],
  ])('is refused with %i orders and %i invoices', (orders, invoices, message) => {
    expect(canDelete(inactive, documents(orders, invoices))).toMatchObject({ ok: false, message });
  });
});

it.each([
  [null, null],
  ['regular', null],
  ['sez', null],
  ['unregistered', 'Unregistered customers cannot have a GSTIN'],
  ['overseas', 'Overseas customers cannot have a GSTIN'],
] as const)('a customer of category %s with a GSTIN: %s', (gst_category, problem) => {
  expect(partyProblem({ gst_category, gstin: '27AAPFU0939F1ZV' })).toBe(problem);
  expect(partyProblem({ gst_category, gstin: null })).toBeNull();
});

it('a location leaves out what is not known', () => {
  expect(locationOf(customer({ city: 'Pune', country: 'India' }))).toBe('Pune, India');
  expect(locationOf(customer())).toBe('');
});

describe('the cards', () => {
  const options = { today: '2026-12-01', timeZone: 'Asia/Kolkata' };

  it.each([
    ['2026-11-30T18:29:59.999Z', 'Asia/Kolkata', 0],
    ['2026-11-30T18:30:00.000Z', 'Asia/Kolkata', 1],
    ['2026-12-31T18:29:59.999Z', 'Asia/Kolkata', 1],
    ['2026-12-31T18:30:00.000Z', 'Asia/Kolkata', 0],
    ['2025-12-15T00:00:00.000Z', 'Asia/Kolkata', 0],
    ['2026-11-30T10:00:00.000Z', 'Pacific/Kiritimati', 1],
    ['2026-11-30T09:59:59.999Z', 'Pacific/Kiritimati', 0],
    ['2026-12-01T09:59:59.999Z', 'Pacific/Honolulu', 0],
    ['2027-01-01T09:59:59.999Z', 'Pacific/Honolulu', 1],
  ])('count %s in %s by the company’s calendar month', (created_at, timeZone, thisMonth) => {
    expect(
      figuresOf(customerFigures, [customer({ created_at })], { ...options, timeZone }),
    ).toMatchObject({
      thisMonth,
    });
  });

  it('count the active ones and each industry once', () => {
    const rows = [
      customer({ industry: 'Metals' }),
      customer({ industry: 'Metals', is_active: false }),
      customer({ industry: 'Textiles' }),
      customer(),
    ];
    expect(figuresOf(customerFigures, rows, options)).toMatchObject({
      total: 4,
      active: 3,
      industries: 2,
    });
  });
});

describe('the filters', () => {
  const options = { today: '2026-11-21', timeZone: 'Asia/Kolkata' };
  const passes = (values: FilterValues, row: Customer) =>
    predicateOf(customerFilters, values, options)?.(row) ?? true;

  it.each([
    [0, 'none'],
    [1, 'few'],
    [5, 'few'],
    [6, 'regular'],
    [20, 'regular'],
    [21, 'high'],
  ])('put %i orders into the band %s alone', (order_count, band) => {
    const found = ['none', 'few', 'regular', 'high'].filter((each) =>
      passes({ order_count: each }, customer({ order_count })),
    );
    expect(found).toEqual([band]);
  });

  it.each([
    [null, 'none'],
    [0, 'none'],
    [0.01, 'low'],
    [99_999.99, 'low'],
    [100_000, 'medium'],
    [999_999.99, 'medium'],
    [1_000_000, 'high'],
  ])('put a credit limit of %s into the band %s alone', (credit_limit, band) => {
    const found = ['none', 'low', 'medium', 'high'].filter((each) =>
      passes({ credit_limit: each }, customer({ credit_limit })),
    );
    expect(found).toEqual([band]);
  });

  it('tell a day by the company’s zone', () => {
    const lateEvening = customer({ created_at: '2026-11-20T18:30:00.000Z' });
    expect(passes({ date_range: 'today' }, lateEvening)).toBe(true);
    expect(
      passes({ date_range: 'today' }, customer({ created_at: '2026-11-20T18:29:59.999Z' })),
    ).toBe(false);
  });

  it('look for a place in city, state and country, and for a company by its code', () => {
    const row = customer({ city: 'Pune', state: 'Maharashtra', country: 'India' });
    expect(passes({ location: 'india pune' }, row)).toBe(true);
    expect(passes({ location: 'goa' }, row)).toBe(false);
    expect(passes({ search: 'cust-00001 pune' }, row)).toBe(true);
    expect(passes({ search: 'maharashtra' }, row)).toBe(false);
  });

  it('tell status, terms and company size', () => {
    const row = customer({ is_active: false, payment_terms: 'cod', company_size: 'large' });
    expect(passes({ status: 'inactive', payment_terms: 'cod', company_size: 'large' }, row)).toBe(
      true,
    );
    for (const values of [
      { status: 'active' },
      { payment_terms: 'net_30' },
      { company_size: 'small' },
    ]) {
      expect(passes(values, row)).toBe(false);
    }
  });
});

describe('the due date of an invoice', () => {
  it.each([
    ['net_15', '2026-12-06'],
    ['net_30', '2026-12-21'],
    ['net_60', '2027-01-20'],
    ['cod', '2026-11-21'],
    ['prepaid', '2026-11-21'],
    [null, '2026-12-21'],
  ] as const)('with the terms %s is %s', (terms, due) => {
    expect(dueDateFor('2026-11-21', terms)).toBe(due);
  });
});
