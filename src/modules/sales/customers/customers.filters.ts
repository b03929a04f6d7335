import { count, distinct, type FiguresOf } from '~/kit/shared/filters/figures';
import {
  bands,
  choice,
  days,
  filtersOf,
  instantsOf,
  type Moment,
  search,
  textIn,
} from '~/kit/shared/filters/kind-filters';
import { daysOfRange } from '~/kit/shared/filters/day-ranges';
import { type Customer, customerFields } from './customers.fields';

/** The filters of the customers list (docs/product/customers.md#filters). Credit limits are in rupees. */
export const customerFilters = filtersOf<Customer>(customerFields, {
  search: search([
    'company_name',
    'contact_person',
    'email',
    'phone',
    'customer_code',
    'city',
    'gstin',
    'contact_texts',
  ]),
  status: bands(customerFields.is_active.label, {
    active: ['Active', { is_active: true }],
    inactive: ['Inactive', { is_active: false }],
  }),
  industry: choice({ kind: 'quick' }),
  location: textIn(['city', 'state', 'country'], 'Location'),
  payment_terms: choice(),
  company_size: choice(),
  order_count: bands('Order Count', {
    none: ['None (0)', { order_count: { below: 1 } }],
    few: ['Few (1-5)', { order_count: { from: 1, below: 6 } }],
    regular: ['Regular (6-20)', { order_count: { from: 6, below: 21 } }],
    high: ['High (over 20)', { order_count: { from: 21 } }],
  }),
  date_range: days('created_at'),
  credit_limit: bands(customerFields.credit_limit.label, {
    none: ['None (₹0 or not set)', { credit_limit: [null, 0] }],
    low: ['Low (under ₹1,00,000)', { credit_limit: { above: 0, below: 100_000 } }],
    medium: [
      'Medium (₹1,00,000 to under ₹10,00,000)',
      { credit_limit: { from: 100_000, below: 1_000_000 } },
    ],
    high: ['High (₹10,00,000 and above)', { credit_limit: { from: 1_000_000 } }],
  }),
});

export type CustomerFigures = FiguresOf<typeof customerFigures> & {
  /** The first of them, of a list that is too long to be here. */
  industryNames?: readonly string[];
};

/** The figures above the list (docs/product/customers.md#figures). */
export const customerFigures = {
  total: count<Customer>(),
  active: count<Customer>({ is_active: true }),
  thisMonth: count<Customer>(({ today, timeZone }: Moment) => ({
    created_at: instantsOf(daysOfRange('month', today), timeZone),
  })),
  industries: distinct<Customer>('industry'),
};
