import { useMemo } from 'react';
import { useDebouncedValue } from '@mantine/hooks';
import { isDay, shownDay } from '~/kit/shared/time/days';
import { api, longestMailMs } from '~/kit/ui/calls/api';
import { type Computed, useComputed } from '~/kit/ui/records/computed';
import { downloadFile } from '~/kit/ui/calls/files';
import { attempt } from '~/kit/ui/calls/reportFailure';
import { useAddress } from '~/kit/ui/hooks/address';
import { financialYearStart } from '~/modules/organization/company/number-series.rules';
import { useCompany, useSettings } from '~/modules/organization/company/screens/settings.client';
import type { Receivables, Reminder, SentMail, statementFormats } from '../receivables.fields';

// A day that is being typed is a valid one several times.
const settledMs = 300;

const accounts = ['customers', 'invoices', 'payments', 'receipts', 'credit_notes', 'advances'];

/** The balances of customers at the end of the day that the address names, today without one. */
export function useReceivables() {
  const ages = useAges<Receivables>('/receivables', accounts);
  const { data } = ages;
  const rows = useMemo(
    () => (data?.rows ?? []).map((row) => ({ ...row, id: row.customer_id })),
    [data],
  );
  return { ...ages, rows };
}

/** Balances by age at the end of the day that the address names, today without one; they change with `dependsOn`. */
export function useAges<Data>(path: string, dependsOn: readonly string[]) {
  const { today } = useCompany();
  const { search, change } = useAddress();
  const typed = new URLSearchParams(search).get('as_of');
  const [settled] = useDebouncedValue(typed, settledMs);
  const asOf = settled !== null && isDay(settled) ? settled : today;
  const { data, state, retry } = useComputed<Data>(`${path}?as_of=${asOf}`, {
    dependsOn,
    day: today,
  });
  return {
    data,
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

/** Whose account it is. */
export interface AccountParty {
  kind: 'customers' | 'vendors';
  id: number;
}

function statementAddress({ kind, id }: AccountParty, { from, to }: Period, format?: string) {
  const file = format === undefined ? '' : `&format=${format}`;
  return `/${kind}/${id}/statement?from=${from}&to=${to}${file}`;
}

const changing = { customers: accounts, vendors: ['vendors', 'bills', 'vendor_payments'] };

export function useStatement<Shown>(
  party: AccountParty,
  period: Period,
  isEnabled: boolean,
): Computed<Shown> {
  const { today } = useCompany();
  return useComputed<Shown>(statementAddress(party, period), {
    dependsOn: changing[party.kind],
    day: today,
    isEnabled,
  });
}

export async function saveStatement(
  party: AccountParty,
  period: Period,
  format: (typeof statementFormats)[number],
): Promise<void> {
  const name = `Statement-${period.from}-${period.to}.${format}`;
  await attempt({ refused: 'Failed to download statement' }, () =>
    downloadFile(statementAddress(party, period, format), name),
  );
}

export function sendStatement({ kind, id }: AccountParty, period: Period, idempotencyKey: string) {
  const options = { idempotencyKey, patienceMs: longestMailMs };
  return api.post<SentMail>(`/${kind}/${id}/statement/send`, period, options);
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
