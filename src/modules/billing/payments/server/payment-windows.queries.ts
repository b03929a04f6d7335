import { sql } from 'kysely';
import type { Context } from '~/kit/server/database/context';
import { oneRow, type SqlPart } from '~/kit/server/database/db';
import {
  amountTerm,
  bandTerm,
  choiceTerm,
  daysTerm,
  type FilterTerm,
  foldedText,
  idTerm,
  ownSorts,
  rankSort,
  sameTextTerm,
  type SortTerm,
  textSort,
} from '~/kit/server/lists/window-terms';
import { daysOfRange } from '~/kit/shared/filters/day-ranges';
import type { Day } from '~/kit/shared/time/days';
import type { PaymentFigures } from '../figures.rules';
import type { WindowedList } from '~/kit/server/lists/windowed-list';
import { companyDay } from '~/modules/organization/company/server/settings.service';
import { windowsFor } from '~/modules/organization/workspaces/server/workspace-scope.service';
import { paymentFields, paymentStatuses } from '../payments.fields';
import { ofReceipts } from './of-receipts.service';
import { listPayments, payments, paymentsFrom } from './payments.queries';

const column = (name: keyof typeof paymentFields): SqlPart => sql.ref(`t.${name}`);
const customerName = sql`c.company_name`;
const invoiceNumber = sql`i.invoice_number`;

const sortsOf = (): Readonly<Record<string, SortTerm>> => ({
  ...ownSorts(paymentFields),
  invoice_number: textSort(invoiceNumber),
  customer_name: textSort(customerName),
  payment_method: textSort(column('payment_method')),
  status: rankSort(column('status'), paymentStatuses),
  receipt_number: textSort(ofReceipts.get().receiptNumber, { mayBeEmpty: true }),
});

const hasReference = sql`t.reference_number is not null`;

function filtersOf(todayOf: () => ReturnType<typeof companyDay>): Record<string, FilterTerm> {
  return {
    status: choiceTerm(column('status'), paymentFields.status),
    payment_method: choiceTerm(column('payment_method'), paymentFields.payment_method),
    customer: sameTextTerm(customerName),
    dateRange: daysTerm(column('payment_date'), todayOf),
    amountRange: amountTerm(column('amount')),
    verification: bandTerm({
      verified: hasReference,
      pending: sql`t.payment_method in ('check', 'bank_transfer')`,
    }),
    reconciliation: bandTerm({
      reconciled: sql`${hasReference} and t.payment_method in ('bank_transfer', 'credit_card')`,
      pending: sql`(not ${hasReference} or t.payment_method = 'check')`,
      manual: sql`t.payment_method in ('cash', 'other')`,
    }),
    kind: choiceTerm(column('kind'), paymentFields.kind),
    created_by: idTerm(column('created_by')),
  };
}

/** As `figuresOf` of the payments that a person reads. */
export async function getPaymentFigures(
  { db, person }: Pick<Context, 'db' | 'person'>,
  today: Day,
): Promise<PaymentFigures> {
  const { from, to } = daysOfRange('month', today);
  const { readable } = windowsFor(person, 'payments');
  const figures = sql<PaymentFigures>`select count(*) as total,
      count(*) filter (where t.payment_date between ${from} and ${to}) as "thisMonth",
      count(distinct t.payment_method) filter (where t.kind not in ('write_off', 'set_off')) as methods,
      coalesce(sum(t.amount) filter (where t.status = 'completed' and t.kind = 'cash'), 0) as amount
    from ${paymentsFrom} where ${readable}`;
  return oneRow(db, figures);
}

const searched = ['reference_number', 'notes'] as const;

/** The payments that a person reads, by windows (docs/product/wire.md#very-long-lists). */
export function paymentWindows({
  db,
  person,
  now,
}: Pick<Context, 'db' | 'person' | 'now'>): WindowedList {
  const texts = [...searched.map(column), invoiceNumber, customerName];
  return {
    noun: 'Payments',
    source: listPayments(person),
    from: paymentsFrom,
    select: payments.select,
    ...windowsFor(person, 'payments'),
    sorts: sortsOf(),
    search: { text: foldedText(texts), links: [] },
    filters: filtersOf(() => companyDay({ db, now })),
  };
}
