import type { Database } from '~/kit/server/database/db';
import { type Caller, makeRecord } from '~/kit/server/testing/test-calls';
import type { NewCustomer } from '~/modules/sales/customers/customers.fields';
import { makeCustomer } from '~/modules/sales/customers/server/customers.builders';
import type { NewInvoice } from '../requests.schema';
import type { InvoiceWithLines } from '../invoices.fields';

/** An invoice of ₹100 and 18 % tax; `values` override the defaults. */
export function invoiceBody(values: Partial<NewInvoice> & { customer_id: number }): NewInvoice {
  return {
    items: [{ description: 'Flange DN 50', quantity: 2, unit_price: 50 }],
    tax_rate: 18,
    ...values,
  };
}

export function invoiceFixture(caller: Caller, customer_id: number) {
  const body = (values: Partial<NewInvoice>) => invoiceBody({ customer_id, ...values });
  const post = (path: string, sent?: object, headers?: Record<string, string>) =>
    caller.post<InvoiceWithLines>(`/invoices${path}`, sent, headers);
  const put = (path: string, sent?: object) =>
    caller.put<InvoiceWithLines>(`/invoices/${path}`, sent);
  return {
    customer_id,
    post: (values: Partial<NewInvoice> = {}) => post('', body(values)),
    put: (id: number, values: object) => put(String(id), values),
    setStatus: (id: number, status: string) => put(`${id}/status`, { status }),
    refresh: (id: number) => put(`${id}/auto-status`),
    send: (id: number, headers: Record<string, string> = {}) =>
      post(`/${id}/send`, undefined, headers),
    read: async (id: number): Promise<InvoiceWithLines> =>
      (await caller.get<InvoiceWithLines>(`/invoices/${id}`)).body.data,
    make: (values: Partial<NewInvoice> = {}): Promise<InvoiceWithLines> =>
      makeRecord<InvoiceWithLines>(caller, '/invoices', body(values)),
  };
}

export type InvoiceFixture = ReturnType<typeof invoiceFixture>;

/** The fixture of a customer that it creates first. */
export async function openInvoiceFixture(
  caller: Caller,
  values: NewCustomer = {},
): Promise<InvoiceFixture> {
  return invoiceFixture(caller, (await makeCustomer(caller, values)).id);
}

/** Spoils what is kept of an issued invoice, as only a fault of the database or of an earlier version does. */
export async function damageDocument(
  { pool }: Pick<Database, 'pool'>,
  id: number,
  document: string,
): Promise<void> {
  await pool.query(`alter table papers disable trigger keep_paper;
    update papers set pdf = null, document = ${document} where kind = 'invoices' and record_id = ${id};
    alter table papers enable trigger keep_paper`);
}
