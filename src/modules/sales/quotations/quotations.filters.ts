import { count, sum } from '~/kit/shared/filters/figures';
import {
  amounts,
  bands,
  choice,
  days,
  filtersOf,
  link,
  search,
} from '~/kit/shared/filters/kind-filters';
import { meets } from '~/kit/shared/filters/row-tests';
import { addDays, type Day } from '~/kit/shared/time/days';
import { type Quotation, quotationFields, quotationTexts } from './quotations.fields';
import { over } from './quotations.rules';

const soonDays = 7;

/** Waiting for the customer, with a week or less to decide. */
const endingSoon = (today: Day) =>
  ({ status: 'sent', valid_until: { from: today, upTo: addDays(today, soonDays) } }) as const;

export function isEndingSoon(
  quotation: Pick<Quotation, 'status' | 'valid_until'>,
  today: Day,
): boolean {
  return meets(quotation, endingSoon(today));
}

/** The filters of the quotations list (docs/product/quotations.md#screen); amounts in rupees. */
export const quotationFilters = filtersOf<Quotation>(quotationFields, {
  search: search([
    'quotation_number',
    'customer_name',
    'service_names',
    ...quotationTexts,
    'created_by_name',
  ]),
  status: choice(),
  lead_source: choice(),
  customer_id: link({ kind: 'quick' }),
  date_range: days('quotation_date'),
  amount_range: amounts('total_amount'),
  validity: bands('Valid Until', {
    expired: ['Expired', ({ today }) => over(today)],
    'due-soon': ['Due soon (0-7 days)', ({ today }) => endingSoon(today)],
  }),
  created_by: link({ name: 'created_by_name' }),
});

/** The figures above the list (docs/product/quotations.md#screen). */
export const quotationFigures = {
  /** Each quotation once, by its newest revision. */
  total: count<Quotation>({ status: { not: 'superseded' } }),
  waiting: count<Quotation>({ status: 'sent' }),
  accepted: count<Quotation>({ status: 'accepted' }),
  openValue: sum<Quotation>('total_amount', 'Rupees: the totals of sent and accepted quotations', {
    status: ['sent', 'accepted'],
  }),
};
