import { useMemo } from 'react';
import { api } from '~/kit/ui/calls/api';
import { useComputed } from '~/kit/ui/records/computed';
import { type List, useList } from '~/kit/ui/records/list-store';
import { recordCalls } from '~/kit/ui/records/recordCalls';
import { moveStatus } from '~/modules/sales/documents/screens/move-status.client';
import type { OrderWithLines } from '~/modules/sales/orders/orders.fields';
import { paperContact } from '~/modules/sales/papers/screens/PaperContact';
import { savePaper } from '~/kit/ui/calls/savePaper';
import { type Quotation, quotationStatuses, type QuotationWithLines } from '../quotations.fields';
import { quotationLabel } from '../quotations.rules';

type Body = Record<string, unknown>;

interface StatusBody {
  status: Quotation['status'];
  reason?: string | null;
  purchase_order?: string | null;
  updated_at: string;
}

export function useQuotations() {
  return useQuotationsIn(useList<Quotation>({ entity: 'quotations', path: '/quotations' }));
}

/** The quotations of a customer or of a lead, newest first. */
export function useQuotationsOf(kind: 'customers' | 'leads', id: number) {
  return useComputed<Quotation[]>(`/${kind}/${id}/quotations`, {
    dependsOn: ['quotations'],
    day: '',
  });
}

export type Quotations = ReturnType<typeof useQuotationsIn>;

/** What is done with the quotations of a list, or with the one of a page. */
export function useQuotationsIn(list: List<Quotation>) {
  return useMemo(() => ({ ...list, ...actions(list) }), [list]);
}

function actions(list: List<Quotation>) {
  const { stored, ...calls } = recordCalls(
    list,
    ({ items: _items, services: _services, ...row }: QuotationWithLines): Quotation => row,
  );
  const post = <Result>(path: string, idempotencyKey: string, body?: Body) =>
    api.post<Result>(`/quotations/${path}`, body, { idempotencyKey });
  return {
    ...calls,
    setStatus: async (id: number, body: StatusBody) =>
      stored(await api.put<QuotationWithLines>(`/quotations/${id}/status`, body)),
    revise: async (id: number, key: string) =>
      stored(await post<QuotationWithLines>(`${id}/revise`, key)),
    order: async (id: number, key: string, body: { force?: true }) => {
      const { order, quotation } = await post<{
        order: OrderWithLines;
        quotation: QuotationWithLines;
      }>(`${id}/order`, key, body);
      stored(quotation);
      return order;
    },
  };
}

export function getQuotation(id: number): Promise<QuotationWithLines> {
  return api.get<QuotationWithLines>(`/quotations/${id}`);
}

/** Creates a quotation without needing the loaded list; a repeated call with the same key gets the same answer. */
export function createQuotation(body: Body, key: string): Promise<QuotationWithLines> {
  return api.post<QuotationWithLines>('/quotations', body, { idempotencyKey: key });
}

/** A quotation with its lines, kept current while it is shown. */
export function useWholeQuotation({ id, updated_at }: Quotation) {
  return useComputed<QuotationWithLines>(`/quotations/${id}`, { dependsOn: [], day: updated_at });
}

export function saveQuotationPdf(quotation: Quotation): Promise<void> {
  const path = `/quotations/${quotation.id}/pdf`;
  return savePaper('Quotation', quotationLabel(quotation), { path });
}

export const quotationContact = paperContact<Quotation>('quotations', quotationLabel);

/** Prefix of the message about a refused move. */
export const failedMove = 'Failed to update quotation status';

/** Moves a quotation on the board (docs/product/quotations.md#screen). */
export function moveQuotation(
  quotations: Quotations,
  quotation: Quotation,
  status: Quotation['status'],
) {
  return moveStatus(quotations, quotation, {
    status,
    noun: 'quotation',
    name: quotationLabel(quotation),
    choices: quotationStatuses,
    moved: 'Quotation status updated successfully',
    failed: failedMove,
    send: (body) => quotations.setStatus(quotation.id, body),
  });
}
