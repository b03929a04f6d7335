import { type ApiResponse, type Caller, makeRecord } from '~/kit/server/testing/test-calls';
import { makeCustomer } from '~/modules/sales/customers/server/customers.builders';
import {
  becomeGstCompany,
  makeGstCustomer,
} from '~/modules/sales/customers/server/gst-company.builders';
import type { InvoiceWithLines } from '~/modules/billing/invoices/invoices.fields';
import { orderFixture } from '~/modules/sales/orders/server/orders.builders';
import type { OrderWithLines } from '~/modules/sales/orders/orders.fields';
import { makeProduct } from '~/modules/catalogue/products/catalogue/server/products.builders';
import { makeService } from '~/modules/catalogue/services/server/services.builders';
import type { WholeAdvance } from '../advances.fields';

/** A company by GST with orders of goods for ₹200 and a service for ₹1,000 at 18 %: ₹1,416 each. */
export async function openAdvanceFixture(caller: Caller) {
  const { hsn_code, tax_class_id } = await becomeGstCompany(caller);
  const customer = await makeGstCustomer(caller);
  const other = await makeCustomer(caller, { company_name: 'Someone Else' });
  const product = await makeProduct(caller, { hsn_code, tax_class_id, stock_quantity: 500 });
  const service = await makeService(caller, { hsn_code: '998719', tax_class_id });
  const orders = orderFixture(caller);
  const body = (values: object) => ({ payment_method: 'bank_transfer', ...values });
  const at = (id: number, path: string) => `/advances/${id}/${path}`;
  return {
    customer,
    other,
    order: async (): Promise<OrderWithLines> => {
      const created = await orders.make({
        customer_id: customer.id,
        items: [{ product_id: product.id, quantity: 2, unit_price: 100 }],
        services: [{ service_id: service.id, quantity: 1, unit_price: 1000 }],
      });
      await orders.move(created.id, 'confirmed');
      return created;
    },
    /** An invoice of all of an order. */
    invoice: (
      { id, items, services }: OrderWithLines,
      status = 'pending',
    ): Promise<InvoiceWithLines> =>
      makeRecord<InvoiceWithLines>(caller, '/invoices', {
        customer_id: customer.id,
        order_id: id,
        status,
        items: [...items, ...services].map((line) => ({
          order_line_id: line.id,
          description: line.description,
          quantity: line.quantity,
          unit_price: line.unit_price,
          hsn_code: line.hsn_code,
        })),
      }),
    post: (values: object): Promise<ApiResponse<WholeAdvance>> =>
      caller.post<WholeAdvance>('/advances', body(values)),
    make: (values: object): Promise<WholeAdvance> =>
      makeRecord<WholeAdvance>(caller, '/advances', body(values)),
    read: async (id: number): Promise<WholeAdvance> =>
      (await caller.get<WholeAdvance>(`/advances/${id}`)).body.data,
    apply: (id: number, values: object) => caller.post<WholeAdvance>(at(id, 'apply'), values),
    refund: (id: number, values: object = {}) =>
      caller.post<WholeAdvance>(at(id, 'refunds'), body(values)),
    cancel: (id: number) => caller.put<WholeAdvance>(at(id, 'status'), { status: 'cancelled' }),
    move: orders.move,
  };
}

export type AdvanceFixture = Awaited<ReturnType<typeof openAdvanceFixture>>;
