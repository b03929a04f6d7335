import { useMemo } from 'react';
import { useDebouncedValue } from '@mantine/hooks';
import { isDay, shownDay } from '~/kit/shared/time/days';
import { api, longestMailMs } from '~/kit/ui/data/api';
import { type Computed, useComputed } from '~/kit/ui/data/computed';
import { downloadFile } from '~/kit/ui/data/files';
import { attempt } from '~/kit/ui/data/reportFailure';
import { useAddress } from '~/kit/ui/hooks/address';
import { financialYearStart } from '~/modules/organization/company/number-series.rules';
import { useCompany, useSettings } from '~/modules/organization/company/screens/settings.client';
import type {
  Receivables,
  Reminder,
  SentMail,
  Statement,
  statementFormats,
} from '../receivables.fields';

// A day that is being typed is a valid one several times.
const settledMs = 300;

const accounts = ['customers', 'invoices', 'payments', 'receipts', 'credit_notes', 'advances'];

/** The balances of customers at the end of the day that the address names, today without one. */
export function useReceivables() {
  const { today } = useCompany();
  const { search, change } = useAddress();
  const typed = new URLSearchParams(search).get('as_of');
  const [settled] = useDebouncedValue(typed, settledMs);
  const asOf = settled !== null && isDay(settled) ? settled : today;
  const { data, state, retry } = useComputed<Receivables>(`/receivables?as_of=${asOf}`, {
    dependsOn: accounts,
    day: today,
  });
  const rows = useMemo(
    () => (data?.rows ?? []).map((row) => ({ ...row, id: row.customer_id })),
    [data],
  );
  return {
    data,
    rows,
    state,
    retry,
    asOf,
    typed: shownDay(typed, today),
    setAsOf: (day: string) =>
      change((params) => {
        if (day === today) params.delete('as_of');
        else params.set('as_of', day);
      }, 'typed'),
  };
}

export type ReceivablesList = ReturnType<typeof useReceivables>;
/** A customer with its balances; `id` is the customer's. */
export type Debtor = ReceivablesList['rows'][number];

export interface Period {
  from: string;
  to: string;
}

/** The period of a statement until another is chosen: the financial year up to today. */
export function useStatementPeriod(): Period {
  const { today } = useCompany();
  const { financial_year_start_month: month } = useSettings();
  return useMemo(() => ({ from: financialYearStart(today, month), to: today }), [today, month]);
}

function statementAddress(customer: number, { from, to }: Period, format?: string): string {
  const file = format === undefined ? '' : `&format=${format}`;
  return `/customers/${customer}/statement?from=${from}&to=${to}${file}`;
}

export function useStatement(
  customer: number,
  period: Period,
  isEnabled: boolean,
): Computed<Statement> {
  const { today } = useCompany();
  return useComputed<Statement>(statementAddress(customer, period), {
    dependsOn: accounts,
    day: today,
    isEnabled,
  });
}

export async function saveStatement(
  customer: number,
  period: Period,
  format: (typeof statementFormats)[number],
): Promise<void> {
  const name = `Statement-${period.from}-${period.to}.${format}`;
  await attempt({ refused: 'Failed to download statement' }, () =>
    downloadFile(statementAddress(customer, period, format), name),
  );
}

export function sendStatement(customer: number, period: Period, idempotencyKey: string) {
  const options = { idempotencyKey, patienceMs: longestMailMs };
  return api.post<SentMail>(`/customers/${customer}/statement/send`, period, options);
}

/** The payment reminders of a customer, newest first. */
export function useReminders(customer: number): Computed<Reminder[]> {
  return useComputed<Reminder[]>(`/customers/${customer}/reminders`, {
    dependsOn: ['mails', 'payment_reminders', 'customers'],
    day: '',
  });
}

export function sendReminder(customer: number, idempotencyKey: string) {
  const options = { idempotencyKey, patienceMs: longestMailMs };
  return api.post<Reminder>(`/customers/${customer}/reminders`, undefined, options);
}
