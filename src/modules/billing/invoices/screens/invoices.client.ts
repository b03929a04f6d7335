import { paperContact } from '~/modules/sales/papers/screens/PaperContact';
import { useMemo } from 'react';
import { type Computed, useComputed } from '~/kit/ui/records/computed';
import { api } from '~/kit/ui/calls/api';
import { type List, preloadList, useList } from '~/kit/ui/records/list-store';
import { recordCalls } from '~/kit/ui/records/recordCalls';
import type { FurtherCopy } from '~/modules/sales/documents/print/copies.rules';
import { useMay } from '~/modules/organization/workspaces/screens/workspaces.client';
import { savePaper } from '~/kit/ui/calls/savePaper';
import type { Invoice, InvoiceWithLines, Payable } from '../invoices.fields';
import type { InvoiceChange, NewInvoice } from '../requests.schema';

const source = { entity: 'invoices', path: '/invoices', longDependsOn: ['payments', 'customers'] };

export async function preloadInvoices(): Promise<void> {
  await preloadList(source);
}

export function useInvoices() {
  return useInvoicesIn(useList<Invoice>(source));
}

/**
 * The unpaid invoices of a customer, drafts only `withDrafts`; none before one is chosen, and for a person who reads no
 * invoices.
 */
export function useUnpaid(customer: number | null, withDrafts = false) {
  const isEnabled = useMay('invoices.read').ok && customer !== null;
  const query = withDrafts ? '?drafts=true' : '';
  const unpaid = useComputed<Invoice[]>(`/customers/${customer}/unpaid-invoices${query}`, {
    dependsOn: ['invoices'],
    day: '',
    isEnabled,
  });
  return isEnabled ? unpaid : { ...unpaid, data: [], state: 'ready' as const, isEarlier: false };
}

/** What customers can pay. */
export function usePayable() {
  return useComputed<Payable[]>('/invoices/payable', {
    dependsOn: ['invoices'],
    day: '',
    isEnabled: useMay('invoices.read').ok,
  });
}

export type Invoices = ReturnType<typeof useInvoicesIn>;

/** What is done with the invoices of a list, or with the one of a page. */
export function useInvoicesIn(list: List<Invoice>) {
  return useMemo(() => ({ ...list, ...actions(list) }), [list]);
}

function actions(list: List<Invoice>) {
  const { stored, ...calls } = recordCalls(
    list,
    ({ items: _lines, ...row }: InvoiceWithLines): Invoice => row,
  );
  return {
    ...calls,
    create: (values: NewInvoice, key: string) => calls.create(values, key),
    update: (id: number, patch: InvoiceChange) => calls.update(id, patch),
    setStatus: async (
      { id, updated_at }: Pick<Invoice, 'id' | 'updated_at'>,
      status: Invoice['status'],
    ) => stored(await api.put<InvoiceWithLines>(`/invoices/${id}/status`, { status, updated_at })),
  };
}

export function createInvoice(values: NewInvoice, key: string): Promise<InvoiceWithLines> {
  return api.post<InvoiceWithLines>('/invoices', values, { idempotencyKey: key });
}

/** Saves the file of an invoice, or a further copy of it. */
export function saveInvoicePdf({ id, invoice_number }: Invoice, copy?: FurtherCopy): Promise<void> {
  const path = `/invoices/${id}/pdf`;
  const file = copy
    ? { path: `${path}?copy=${copy}`, name: `${invoice_number}-${copy}` }
    : { path };
  return savePaper('Invoice', invoice_number, file);
}

/** The invoice with this id. */
export function useInvoiceById(id: number | null): Computed<Invoice> {
  const found = useComputed<Invoice>(`/invoices/${id ?? 0}`, {
    dependsOn: ['invoices', 'payments', 'credit_notes'],
    day: '',
    isEnabled: id !== null,
  });
  return found.data && found.data.id !== id ? { ...found, data: null } : found;
}

/** An invoice with its lines, fetched again whenever its row changes. */
export function useInvoice({ id, updated_at }: Invoice) {
  return useComputed<InvoiceWithLines>(`/invoices/${id}`, { dependsOn: [], day: updated_at });
}

export const invoiceContact = paperContact<Invoice>(
  'invoices',
  ({ invoice_number }) => invoice_number,
);
