import { expect } from 'vitest';
import { type Caller, makeRecord } from '~/kit/server/testing/test-calls';
import { makeProduct } from '~/modules/catalogue/products/catalogue/server/products.builders';
import { becomeGstCompany } from '~/modules/sales/customers/server/gst-company.builders';
import type { DeliveryWithItems } from '~/modules/sales/deliveries/deliveries.fields';
import type { CheckResult } from '~/modules/sales/documents/findings/findings.fields';
import type { OrderWithLines } from '~/modules/sales/orders/orders.fields';
import type { QuotationWithLines } from '~/modules/sales/quotations/quotations.fields';
import type { InvoiceWithLines } from '../invoices.fields';

/** Documents of 4 pieces at ₹100 and 18 % of a company in Maharashtra, by every way in which one comes from another. */
export async function supplyFixture(caller: Caller) {
  const { hsn_code, tax_class_id } = await becomeGstCompany(caller);
  await caller.put('/settings', { turnover_band: 'up_to_5_crore' });
  const goods = { stock_quantity: 90_000, hsn_code, tax_class_id };
  const { id: product_id } = await makeProduct(caller, goods);
  const line = { product_id, description: 'Bolt', quantity: 4, unit_price: 100 };
  const make = <T>(path: string, body: object) => makeRecord<T>(caller, path, body);
  const checkOf = async (id: number) =>
    (await caller.get<CheckResult>(`/invoices/${id}/check`)).body.data;
  const confirm = async (id: number): Promise<OrderWithLines> => {
    const sent = { status: 'confirmed' };
    const response = await caller.put<OrderWithLines>(`/orders/${id}/status`, sent);
    expect(response.status, response.body.error).toBe(200);
    return response.body.data;
  };
  return {
    line,
    make,
    confirm,
    /** Where goods of a customer go at times. */
    siteOf: async (customer: number, state_code: '27' | '29') => {
      const site = {
        label: 'Site',
        address: '2 Site Road',
        city: 'Site Town',
        postal_code: state_code === '27' ? '411014' : '560058',
        state_code,
        is_billing: false,
        is_shipping: false,
      };
      return (await make<{ id: number }>(`/customers/${customer}/addresses`, site)).id;
    },
    draftOf: (customer_id: number, own: object = {}) =>
      make<InvoiceWithLines>('/invoices', { customer_id, items: [line], ...own }),
    checkOf,
    /** Why an invoice cannot be issued. */
    errorsOf: async (id: number) =>
      (await checkOf(id)).findings
        .filter(({ severity }) => severity === 'error')
        .map(({ message }) => message),
    issue: (id: number) =>
      caller.put<InvoiceWithLines>(`/invoices/${id}/status`, { status: 'pending' }),
    orderOf: async (customer_id: number, own: object = {}) => {
      const items = [{ product_id, quantity: 10, unit_price: 100 }];
      const { id } = await make<OrderWithLines>('/orders', { customer_id, items, ...own });
      return confirm(id);
    },
    ...sourcesOf(caller, line),
  };
}

/** What an invoice is made from besides an order. */
function sourcesOf(caller: Caller, line: object) {
  return {
    /** A dispatched delivery, changed before. */
    deliveryOf: async (
      { id: order_id, items }: OrderWithLines,
      own: object = {},
      change: object = {},
    ) => {
      const delivery = await makeRecord<DeliveryWithItems>(caller, '/deliveries', {
        order_id,
        items: [{ order_line_id: items[0]?.id, quantity: 4 }],
        ...own,
      });
      await caller.put(`/deliveries/${delivery.id}`, change);
      await caller.put(`/deliveries/${delivery.id}/status`, { status: 'dispatched' });
      return delivery;
    },
    /** The order of a quotation, changed before it was sent. */
    quotedOrder: async (own: object, change: object = {}): Promise<OrderWithLines> => {
      const body = { items: [line], ...own };
      const { id } = await makeRecord<QuotationWithLines>(caller, '/quotations', body);
      await caller.put(`/quotations/${id}`, change);
      await caller.put(`/quotations/${id}/status`, { status: 'sent' });
      const path = `/quotations/${id}/order`;
      const response = await caller.post<{ order: OrderWithLines }>(path, { force: true });
      expect(response.status, response.body.error).toBe(201);
      return response.body.data.order;
    },
  };
}

export type SupplyFixture = Awaited<ReturnType<typeof supplyFixture>>;
