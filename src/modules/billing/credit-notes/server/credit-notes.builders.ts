import { type ApiResponse, type Caller, makeRecord } from '~/kit/server/testing/test-calls';
import type { InvoiceWithLines } from '~/modules/billing/invoices/invoices.fields';
import { type NoteKind, noteKinds, type NoteWithLines } from '../credit-notes.fields';
import type { NewNote, SentItem } from '../requests.schema';

/** The notes of an invoice; items are chosen by the place of their line in it, and its first line is the default. */
export function noteFixture(caller: Caller, invoice: InvoiceWithLines, kind: NoteKind = 'credit') {
  const { path } = noteKinds[kind];
  type Item = Partial<SentItem> & { at?: number };
  const itemOf = ({ at = 0, quantity = 1, ...item }: Item): SentItem => ({
    invoice_line_id: invoice.items[at]?.id ?? 0,
    quantity,
    ...item,
  });
  const body = (items: readonly Item[], values: Partial<NewNote>) => ({
    invoice_id: invoice.id,
    reason: 'return',
    items: items.map(itemOf),
    ...values,
  });
  return {
    post: (items: readonly Item[], values: object = {}): Promise<ApiResponse<NoteWithLines>> =>
      caller.post<NoteWithLines>(path, body(items, values)),
    make: (items: readonly Item[], values: object = {}): Promise<NoteWithLines> =>
      makeRecord<NoteWithLines>(caller, path, body(items, values)),
    issue: (items: readonly Item[], values: object = {}): Promise<NoteWithLines> =>
      makeRecord<NoteWithLines>(caller, path, body(items, { ...values, status: 'issued' })),
    put: (id: number, values: object) => caller.put<NoteWithLines>(`${path}/${id}`, values),
    setStatus: (id: number, status: string) =>
      caller.put<NoteWithLines>(`${path}/${id}/status`, { status }),
    itemOf,
    delete: (id: number) => caller.delete(`${path}/${id}`),
    read: async (id: number) => (await caller.get<NoteWithLines>(`${path}/${id}`)).body.data,
    /** The invoice's status, what was credited and debited, its balance, and the customer's credit. */
    stands: async () => {
      const { body: response } = await caller.get<InvoiceWithLines>(`/invoices/${invoice.id}`);
      const { status, credited_amount, debited_amount, balance_due, customer_credit } =
        response.data;
      return [status, credited_amount, debited_amount, balance_due, customer_credit];
    },
  };
}
