import { api } from '~/kit/ui/calls/api';
import { type Computed, useComputed } from '~/kit/ui/records/computed';
import { downloadFile } from '~/kit/ui/calls/files';
import { attempt } from '~/kit/ui/calls/reportFailure';
import type { MonthReturn } from '../filed-returns.fields';

const dependsOn = ['invoices', 'credit_notes', 'advances', 'filed_returns'];

export function useMonthReturn(month: string): Computed<MonthReturn> {
  return useComputed<MonthReturn>(`/tax/gstr1?month=${month}`, { dependsOn, day: '' });
}

export async function markFiled(month: string): Promise<void> {
  await api.put(`/tax/gstr1/${month}/filed`);
}

export async function unmarkFiled(month: string): Promise<void> {
  await api.delete(`/tax/gstr1/${month}/filed`);
}

export const returnFiles = [
  {
    label: 'JSON for the offline tool',
    path: (month: string) => `/tax/gstr1?month=${month}&format=json`,
  },
  {
    label: 'CSV for the accountant',
    path: (month: string) => `/tax/gstr1?month=${month}&format=csv`,
  },
  { label: 'XML for Tally', path: (month: string) => `/tax/tally?month=${month}` },
] as const;

export type ReturnFile = (typeof returnFiles)[number];

export async function saveReturnFile({ label, path }: ReturnFile, month: string): Promise<void> {
  await attempt({ refused: `Failed to download ${label}` }, () =>
    downloadFile(path(month), `gstr1-${month}`),
  );
}
