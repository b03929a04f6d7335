import { useMemo } from 'react';
import { isDay } from '~/kit/shared/time/days';
import { useComputed } from '~/kit/ui/data/computed';
import { api } from '~/kit/ui/data/api';
import { type List, preloadList, useList } from '~/kit/ui/data/list-store';
import type { CheckResult } from '~/modules/sales/documents/findings.fields';
import type { PortalDocument } from '~/modules/sales/documents/portal-documents.fields';
import type { Invoice, InvoiceWithLines } from '../invoices.fields';
import type { InvoiceChange, NewInvoice } from '../requests.fields';

const source = { entity: 'invoices', path: '/invoices' };

export async function preloadInvoices(): Promise<void> {
  await preloadList(source);
}

export function useInvoices() {
  return useInvoicesIn(useList<Invoice>(source));
}

export type Invoices = ReturnType<typeof useInvoicesIn>;

/** What is done with the invoices of a list, or with the one of a page. */
export function useInvoicesIn(list: List<Invoice>) {
  return useMemo(() => ({ ...list, ...actions(list) }), [list]);
}

function actions(list: List<Invoice>) {
  const kept = <Row extends Invoice>(invoice: Row): Row => {
    const { items: _lines, ...row }: Invoice & { items?: unknown } = invoice;
    list.put(row);
    return invoice;
  };
  return {
    create: async (values: NewInvoice, key: string) => kept(await createInvoice(values, key)),
    update: async (id: number, patch: InvoiceChange) =>
      kept(await api.put<Invoice>(`/invoices/${id}`, patch)),
    setStatus: async (
      { id, updated_at }: Pick<Invoice, 'id' | 'updated_at'>,
      status: Invoice['status'],
    ) => kept(await api.put<Invoice>(`/invoices/${id}/status`, { status, updated_at })),
    send: async (id: number, idempotencyKey: string) =>
      kept(await api.post<Invoice>(`/invoices/${id}/send`, undefined, { idempotencyKey })),
    delete: async (id: number) => {
      await api.delete(`/invoices/${id}`);
      list.remove(id);
    },
    refresh: async (id: number) => {
      kept(await api.get<InvoiceWithLines>(`/invoices/${id}`));
    },
  };
}

export function createInvoice(values: NewInvoice, key: string): Promise<InvoiceWithLines> {
  return api.post<InvoiceWithLines>('/invoices', values, { idempotencyKey: key });
}

/** What portals would refuse in a document, which follows from more records than itself. */
export function useCheck({ path, id, updated_at }: PortalDocument) {
  return useComputed<CheckResult>(`${path}/${id}/check`, {
    dependsOn: 'everything',
    day: updated_at,
  });
}

/** What speaks against a date of a document that is being written, whose calls are under `path`. */
export function useDateCheck(path: string, date: string) {
  return useComputed<CheckResult>(`${path}/date-check?date=${date}`, {
    dependsOn: 'everything',
    day: '',
    isAsked: isDay(date),
  });
}

/** An invoice with its lines, fetched again whenever its row changes. */
export function useInvoice({ id, updated_at }: Invoice) {
  return useComputed<InvoiceWithLines>(`/invoices/${id}`, { dependsOn: [], day: updated_at });
}
