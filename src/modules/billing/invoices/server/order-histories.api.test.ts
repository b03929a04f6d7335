import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { checks } from '~/app/modules';
import { ownServer } from '~/app/testing/test-file-server';
import { runChecks } from '~/kit/server/checks/checks';
import { makeRecord } from '~/kit/server/testing/test-calls';
import { noteFixture } from '~/modules/billing/credit-notes/server/credit-notes.builders';
import type { CustomerFigures } from '~/modules/insight/customer-figures/customer-figures.fields';
import { makeProduct } from '~/modules/catalogue/products/catalogue/server/products.builders';
import {
  becomeGstCompany,
  makeGstCustomer,
} from '~/modules/sales/customers/server/gst-company.builders';
import { deliveryFixture } from '~/modules/sales/deliveries/server/deliveries.builders';
import { sumOf } from '~/modules/sales/documents/lines/totals.rules';
import type { OrderWithLines } from '~/modules/sales/orders/orders.fields';
import type { InvoiceWithLines } from '../invoices.fields';
import { remainingLines } from '../invoice-form.rules';

const test = ownServer();
let product: number;
let goods: { hsn_code: string; tax_class_id: number | undefined };

beforeAll(async () => {
  const { hsn_code, tax_class_id } = await becomeGstCompany(test.admin);
  goods = { hsn_code, tax_class_id };
  const stocked = { unit_of_measure: 'kg', stock_quantity: 9000 };
  product = (await makeProduct(test.admin, { ...stocked, ...goods })).id;
});

const steps = fc.array(
  fc.record({
    what: fc.constantFrom(
      'bill',
      'bill',
      'freight',
      'price',
      'credit',
      'credit',
      'close',
      'advance',
    ),
    share: fc.constantFrom(0.2, 0.333, 0.5, 1),
    pick: fc.nat(9),
    amount: fc.integer({ min: 1, max: 20_000 }).map((paise) => paise / 100),
  }),
  { minLength: 3, maxLength: 6 },
);
type Step = typeof steps extends fc.Arbitrary<(infer Each)[]> ? Each : never;

const terms = fc.record({
  quantity: fc.integer({ min: 3, max: 12 }),
  unit_price: fc.integer({ min: 1, max: 9999 }).map((paise) => paise / 100),
  discount_percent: fc.constantFrom(null, 7.5, 33.33),
});

async function open(items: readonly object[], values: object) {
  const { id: customer_id } = await makeGstCustomer(test.admin);
  const { id } = await makeRecord<OrderWithLines>(test.admin, '/orders', {
    customer_id,
    items: items.map((item) => ({ product_id: product, ...item })),
    ...values,
  });
  const move = await test.admin.put(`/orders/${id}/status`, { status: 'confirmed' });
  expect(move.status).toBe(200);
  const read = async () => (await test.admin.get<OrderWithLines>(`/orders/${id}`)).body.data;
  return { id, customer_id, read, invoices: [] as InvoiceWithLines[], advanced: 0 };
}

type Books = Awaited<ReturnType<typeof open>>;

async function uninvoiced({ customer_id }: Books): Promise<number> {
  const { body } = await test.admin.get<CustomerFigures>(`/customers/${customer_id}/figures`);
  const { credit_used, account } = body.data;
  if (credit_used === null || account === null) throw new Error('An administrator reads all');
  const { outstanding, customer_credit, advances } = account;
  return sumOf([credit_used, -outstanding, customer_credit, advances]);
}

/** Parts of all that is open, as the form fills them in. */
async function parts(books: Books, share: number) {
  return remainingLines(await books.read()).flatMap(({ order_line_id, description, ...line }) => {
    const quantity = Math.round(Number(line.quantity) * share * 1000) / 1000;
    const unit_price = Number(line.unit_price);
    return quantity > 0 ? [{ order_line_id, description, quantity, unit_price }] : [];
  });
}

async function bill(books: Books, items: readonly object[], status = 'pending') {
  if (items.length === 0) return null;
  const { id: order_id, customer_id } = books;
  const sent = { customer_id, order_id, status, items };
  return makeRecord<InvoiceWithLines>(test.admin, '/invoices', sent);
}

async function act(books: Books, { what, share, pick, amount }: Step): Promise<void> {
  if (what === 'close') {
    const order = await books.read();
    if (order.items.every(({ open_quantity }) => open_quantity === 0)) return;
    await deliveryFixture(test.admin, order).post(1, { status: 'dispatched' });
    await test.admin.post(`/orders/${books.id}/close`);
  } else if (what === 'credit') {
    const invoice = books.invoices[pick % Math.max(1, books.invoices.length)];
    const line = invoice?.items[0];
    if (!invoice || !line) return;
    const quantity = share === 1 ? line.quantity : Math.round(line.quantity * share * 1000) / 1000;
    await noteFixture(test.admin, invoice).post([{ quantity }], { status: 'issued' });
  } else if (what === 'advance') {
    const body = { order_id: books.id, amount, payment_method: 'cash' };
    const { status } = await test.admin.post('/advances', body);
    const isTaken = amount <= sumOf([await uninvoiced(books), -books.advanced]);
    expect(status).toBe(isTaken ? 201 : 400);
  } else {
    const items: object[] = await parts(books, share);
    const freight = { description: 'Freight', quantity: 1, unit_price: amount, ...goods };
    if (what === 'freight' && items.length > 0) items.push(freight);
    if (what === 'price' && items[0]) items[0] = { ...items[0], unit_price: amount };
    const created = await bill(books, items);
    if (created) books.invoices.push(created);
  }
}

it.each(['single', 'gst'])(
  'credit and advances know what the invoice of the rest comes to, in any history (%s)',
  { timeout: 240_000 },
  async (tax_mode) => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(terms, { minLength: 1, maxLength: 2 }),
        steps,
        async (items, history) => {
          await test.admin.put('/settings', { tax_mode });
          const books = await open(items, { discount_amount: 0.02, tax_rate: 18 });
          const kinds = history.map(({ what }) => what);
          const possible =
            tax_mode === 'gst' ? history : history.filter(({ what }) => what !== 'advance');
          for (const step of possible) {
            await act(books, step);
            const remaining = await uninvoiced(books);
            const rest = await bill(books, await parts(books, 1), 'draft');
            expect(rest?.total_amount ?? 0, kinds.join(' ')).toBe(remaining);
            if (rest) await test.admin.delete(`/invoices/${rest.id}`);
            const { advances } = (
              await test.admin.get<CustomerFigures>(`/customers/${books.customer_id}/figures`)
            ).body.data.account ?? { advances: 0 };
            books.advanced = advances;
          }
        },
      ),
      { numRuns: 10, endOnFailure: true },
    );
    expect(
      (await runChecks(test.server.database.openClient, checks)).flatMap(({ first }) => first),
    ).toEqual([]);
  },
);
