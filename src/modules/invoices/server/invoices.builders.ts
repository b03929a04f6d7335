import type { NewCustomer } from '~/modules/customers/customers.fields';
import { customerBody } from '~/modules/customers/server/customers.builders';
import type { NewInvoice } from '../requests.fields';
import type { InvoiceWithLines } from '../invoices.fields';

/** An invoice of ₹100 and 18 % tax; `values` override the defaults. */
export function invoiceBody(values: Partial<NewInvoice> & { customer_id: number }): NewInvoice {
  return {
    items: [{ description: 'Flange DN 50', quantity: 2, unit_price: 50 }],
    tax_rate: 18,
    ...values,
  };
}

interface Reply<T> {
  status: number;
  body: { data: T; error: string };
}

interface Caller<R extends Reply<InvoiceWithLines>> {
  get: (path: string) => Promise<R>;
  post: (path: string, body?: unknown, headers?: Record<string, string>) => Promise<R>;
  put: (path: string, body?: unknown) => Promise<R>;
}

export function invoiceDesk<R extends Reply<InvoiceWithLines>>(
  client: Caller<R>,
  customer_id: number,
) {
  const post = (values: Partial<NewInvoice> = {}): Promise<R> =>
    client.post('/invoices', invoiceBody({ customer_id, ...values }));
  return {
    customer_id,
    post,
    put: (id: number, values: object): Promise<R> => client.put(`/invoices/${id}`, values),
    setStatus: (id: number, status: string): Promise<R> =>
      client.put(`/invoices/${id}/status`, { status }),
    refresh: (id: number): Promise<R> => client.put(`/invoices/${id}/auto-status`),
    send: (id: number, headers: Record<string, string> = {}): Promise<R> =>
      client.post(`/invoices/${id}/send`, undefined, headers),
    read: async (id: number): Promise<InvoiceWithLines> =>
      (await client.get(`/invoices/${id}`)).body.data,
    make: async (values: Partial<NewInvoice> = {}): Promise<InvoiceWithLines> => {
      const answer = await post(values);
      if (answer.status !== 201) throw new Error(`No invoice was made: ${answer.body.error}`);
      return answer.body.data;
    },
  };
}

/** The desk of a customer that it makes first. */
export async function openDesk<R extends Reply<InvoiceWithLines>>(
  client: Caller<R>,
  values: NewCustomer = {},
) {
  const customer = await client.post('/customers', customerBody(values));
  return invoiceDesk<R>(client, customer.body.data.id);
}

export type InvoiceDesk<R extends Reply<InvoiceWithLines>> = ReturnType<typeof invoiceDesk<R>>;
