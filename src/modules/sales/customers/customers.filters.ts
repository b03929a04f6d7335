import { type Day, dayOf } from '~/kit/shared/time/days';
import {
  bandFilter,
  choiceFilter,
  dateRangeFilter,
  type Filter,
  searchFilter,
  within,
} from '~/kit/shared/filters/filters';
import type { Choice } from '~/kit/shared/fields/fields';
import { type Customer, customerFields } from './customers.fields';

export interface CustomerFilterOptions {
  today: Day;
  timeZone: string;
}

const ordersOf = (customer: Customer) => customer.order_count;
const limitOf = (customer: Customer) => customer.credit_limit ?? 0;

const creditBands = bandFilter<Customer>({
  key: 'credit_limit',
  label: customerFields.credit_limit.label,
  bands: [
    {
      value: 'none',
      label: 'None (₹0 or not set)',
      test: (customer) => limitOf(customer) === 0,
    },
    {
      value: 'low',
      label: 'Low (under ₹1,00,000)',
      test: (customer) => limitOf(customer) > 0 && limitOf(customer) < 100_000,
    },
    {
      value: 'medium',
      label: 'Medium (₹1,00,000 to under ₹10,00,000)',
      test: within(limitOf, { from: 100_000, below: 1_000_000 }),
    },
    {
      value: 'high',
      label: 'High (₹10,00,000 and above)',
      test: within(limitOf, { from: 1_000_000 }),
    },
  ],
});

/**
 * The filters of the customers list (docs/product/customers.md#filters). Credit limits are in rupees. `industries` are
 * those to choose from, where not all customers are here to have them.
 */
export const customerFilters = (
  industries?: readonly Choice[],
): readonly Filter<Customer, CustomerFilterOptions>[] => [
  searchFilter(['company_name', 'contact_person', 'email', 'phone', 'customer_code', 'city']),
  bandFilter({
    key: 'status',
    label: customerFields.is_active.label,
    bands: [
      { value: 'active', label: 'Active', test: (customer) => customer.is_active },
      { value: 'inactive', label: 'Inactive', test: (customer) => !customer.is_active },
    ],
  }),
  choiceFilter('industry', customerFields.industry, {
    kind: 'quick',
    ...(industries ? { choices: industries } : {}),
  }),
  {
    ...searchFilter(['city', 'state', 'country'], { key: 'location', label: 'Location' }),
    kind: 'text',
  },
  choiceFilter('payment_terms', customerFields.payment_terms),
  choiceFilter('company_size', customerFields.company_size),
  bandFilter({
    key: 'order_count',
    label: 'Order Count',
    bands: [
      { value: 'none', label: 'None (0)', test: within(ordersOf, { below: 1 }) },
      { value: 'few', label: 'Few (1-5)', test: within(ordersOf, { from: 1, below: 6 }) },
      { value: 'regular', label: 'Regular (6-20)', test: within(ordersOf, { from: 6, below: 21 }) },
      { value: 'high', label: 'High (over 20)', test: within(ordersOf, { from: 21 }) },
    ],
  }),
  dateRangeFilter({
    key: 'date_range',
    label: 'Date Range',
    day: (customer, options) => dayOf(customer.created_at, options.timeZone),
  }),
  creditBands,
];
