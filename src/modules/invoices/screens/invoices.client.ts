import { useMemo } from 'react';
import { useComputed } from '~/kit/ui/data/computed';
import { api } from '~/kit/ui/data/api';
import { type List, preloadList, useList } from '~/kit/ui/data/list-store';
import type { Invoice, InvoiceLine, InvoicePatch, InvoiceWithLines } from '../invoices.fields';

const source = { entity: 'invoices', path: '/invoices', dependsOn: ['customers'] };

/** A line as it is sent: its id is the server's. */
export type SentLine = Omit<InvoiceLine, 'id'>;

/** What a new invoice is made of (docs/product/invoices.md#calls). */
export interface SentInvoice {
  customer_id: number;
  order_id: number | null;
  invoice_date: string;
  due_date: string;
  terms_conditions: string | null;
  notes: string | null;
  tax_rate: number;
  items: SentLine[];
  subtotal: number;
  tax_amount: number;
  total_amount: number;
  paid_amount?: number;
  balance_due?: number;
  status?: 'draft';
}

type Patch = InvoicePatch & { items?: SentLine[]; updated_at?: string };

/** Fetches the invoices ahead of their screen, which then opens at once. */
export async function preloadInvoices(): Promise<void> {
  await preloadList(source);
}

/** All invoices and what can be done with them; the list follows what the server answered. */
export function useInvoices() {
  const list = useList<Invoice>(source);
  return useMemo(() => ({ ...list, ...actions(list) }), [list]);
}

export type Invoices = ReturnType<typeof useInvoices>;

function actions(list: List<Invoice>) {
  const kept = <Row extends Invoice>(invoice: Row): Row => {
    const { items: _lines, ...row }: Invoice & { items?: unknown } = invoice;
    list.put(row);
    return invoice;
  };
  return {
    create: async (values: SentInvoice, key: string) => kept(await createInvoice(values, key)),
    update: async (id: number, patch: Patch) =>
      kept(await api.put<Invoice>(`/invoices/${id}`, patch)),
    setStatus: async ({ id, updated_at }: Invoice, status: Invoice['status']) =>
      kept(await api.put<Invoice>(`/invoices/${id}/status`, { status, updated_at })),
    send: async (id: number, idempotencyKey: string) =>
      kept(await api.post<Invoice>(`/invoices/${id}/send`, undefined, { idempotencyKey })),
    delete: async (id: number) => {
      await api.delete(`/invoices/${id}`);
      list.remove(id);
    },
    /** Asks for one anew: something else has changed what is left to pay of it, or whether its mail went. */
    refresh: async (id: number) => {
      kept(await api.get<InvoiceWithLines>(`/invoices/${id}`));
    },
  };
}

/** Makes an invoice, also where no list of them is loaded; a repeated call with the same key answers as the first time. */
export function createInvoice(values: SentInvoice, key: string): Promise<InvoiceWithLines> {
  return api.post<InvoiceWithLines>('/invoices', values, { idempotencyKey: key });
}

/** One invoice with its lines, asked anew whenever its row is another one. */
export function useInvoice({ id, updated_at }: Invoice) {
  return useComputed<InvoiceWithLines>(`/invoices/${id}`, { dependsOn: [], day: updated_at });
}
