import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type MailServer, startMailServer } from '~/kit/server/testing/test-mail-server';
import { pagesOf } from '~/kit/server/testing/test-pdf';
import { formatMoney } from '~/kit/shared/money/money';
import { columnsFromFields } from '~/kit/ui/columns/columns';
import { csvOfRows } from '~/kit/ui/columns/rowsFile';
import { noDiscount } from '~/modules/sales/documents/lines/discounts.rules';
import type { Customer } from '~/modules/sales/customers/customers.fields';
import { customerBody } from '~/modules/sales/customers/server/customers.builders';
import { invoiceFields, type InvoiceWithLines } from '~/modules/billing/invoices/invoices.fields';
import * as invoiceForm from '~/modules/billing/invoices/invoice-form.rules';
import type { OrderWithLines } from '~/modules/sales/orders/orders.fields';
import { bodyOf } from '~/modules/sales/documents/lines/lines-body.rules';
import { emptyOrderLine, typedTotals } from '~/modules/sales/documents/lines/lines-form.rules';
import {
  emptyOrder,
  orderDocument,
  type TypedOrder,
} from '~/modules/sales/orders/order-form.rules';
import { paymentBody } from '~/modules/billing/payments/server/payments.builders';
import type { Product } from '~/modules/catalogue/products/catalogue/products.fields';
import { productBody } from '~/modules/catalogue/products/catalogue/server/products.builders';
import type { Service } from '~/modules/catalogue/services/services.fields';
import { startTestServer, type TestClient, type TestServer } from './testing/test-server';

let mails: MailServer;
let server: TestServer;
let admin: TestClient;
let customer: Customer;
let product: Product;
let service: Service;

beforeAll(async () => {
  mails = await startMailServer();
  server = await startTestServer({ SMTP_URL: mails.url });
  admin = await server.signIn();
  customer = await create('/customers', customerBody({ email: 'asha@godavari.example' }));
  product = await create('/products', productBody());
  const values = { service_name: 'Annual maintenance', service_type: 'AMC', price: 500 };
  service = await create('/services', values);
});
afterAll(async () => {
  await server.close();
  await mails.close();
});

async function create<T>(path: string, body?: unknown): Promise<T> {
  const response = await admin.post<T>(path, body);
  expect(response.body).toMatchObject({ success: true });
  return response.body.data;
}

interface Drawn {
  /** Whole units, paise. */
  items: [quantity: number, paise: number][];
  /** Thousandths, paise. */
  services: [thousandths: number, paise: number][];
  /** Hundredths of a percent. */
  rate: number;
  /** Hundredths of a percent, of the whole; null for none. */
  discount: number | null;
}

const paise = fc.oneof(fc.constantFrom(0, 1, 5, 50, 33_333), fc.integer({ min: 0, max: 10 ** 8 }));
const drawn: fc.Arbitrary<Drawn> = fc.record({
  items: fc.array(fc.tuple(fc.integer({ min: 1, max: 9999 }), paise), {
    minLength: 1,
    maxLength: 4,
  }),
  services: fc.array(fc.tuple(fc.integer({ min: 1, max: 9_999_999 }), paise), { maxLength: 4 }),
  rate: fc.oneof(fc.constantFrom(0, 500, 1000, 1800, 10_000), fc.integer({ min: 0, max: 10_000 })),
  discount: fc.option(fc.integer({ min: 1, max: 10_000 }), { freq: 2 }),
});

/** The same money by school arithmetic, half away from zero: what everything below has to come to. */
function expected({ items, services, rate, discount }: Drawn) {
  const half = (dividend: bigint, divisor: bigint): bigint => (dividend + divisor / 2n) / divisor;
  const ofItems = items.map(([quantity, price]) => BigInt(quantity) * BigInt(price));
  const ofServices = services.map(([parts, price]) => half(BigInt(parts) * BigInt(price), 1000n));
  const lines = [...ofItems, ...ofServices];
  const value = lines.reduce((sum, line) => sum + line, 0n);
  const reduction = half(value * BigInt(discount ?? 0), 10_000n);
  const subtotal = value - reduction;
  const tax = half(subtotal * BigInt(rate), 10_000n);
  const rupees = (amount: bigint): number => Number(amount) / 100;
  return {
    lines: lines.map(rupees),
    discount: {
      discount_percent: discount === null ? null : discount / 100,
      discount_amount: rupees(reduction),
    },
    totals: {
      subtotal: rupees(subtotal),
      tax_amount: rupees(tax),
      total_amount: rupees(subtotal + tax),
    },
  };
}

function typedOrderOf({ items, services, discount }: Drawn): TypedOrder {
  const line = (index: number, quantity: number, price: number) => ({
    ...emptyOrderLine(index),
    quantity: String(quantity),
    unit_price: String(price / 100),
  });
  return {
    ...emptyOrder(customer),
    discount: { value: discount === null ? '' : String(discount / 100), unit: 'percent' },
    items: items.map(([quantity, price], index) => ({
      ...line(index, quantity, price),
      product_id: product.id,
    })),
    services: services.map(([parts, price], index) => ({
      ...line(index, parts / 1000, price),
      service_id: service.id,
    })),
  };
}

async function textOfPdf(id: number): Promise<string> {
  const { content } = await admin.get(`/invoices/${id}/pdf`);
  return (await pagesOf(content)).join(' ');
}

/** Subtotal, tax, total and balance as the list's CSV file holds them. */
function amountsInCsv(invoice: InvoiceWithLines): number[] {
  const columns = columnsFromFields(invoiceFields, {
    keys: ['subtotal', 'tax_amount', 'total_amount', 'balance_due'],
    timeZone: 'Asia/Kolkata',
    today: invoice.invoice_date,
  });
  const [, line = ''] = csvOfRows([invoice], columns).split('\r\n');
  return line.split(',').map(Number);
}

/** From form to mail: an order, the invoice of it, its files and its letter. */
async function follow(money: Drawn): Promise<void> {
  const { lines, totals, discount } = expected(money);
  const rate = money.rate / 100;
  const typed = typedOrderOf(money);
  expect(typedTotals(orderDocument, typed, { rate, before: null })).toEqual({
    ...totals,
    ...discount,
  });
  const order = await create<OrderWithLines>(
    '/orders',
    bodyOf(orderDocument, typed, { rate, before: null, isGst: false }),
  );
  expect(order).toMatchObject({ ...totals, ...discount });
  expect([
    ...order.items.map((item) => item.line_total),
    ...order.services.map((each) => each.total_price),
  ]).toEqual(lines);
  await admin.put(`/orders/${order.id}/status`, { status: 'confirmed' });

  const empty = invoiceForm.emptyInvoice({
    today: order.order_date,
    terms: 'Net 30 days',
    customer,
  });
  const form = invoiceForm.withOrder(empty, order, customer);
  const handedOn = discount.discount_amount > 0 ? discount : noDiscount;
  expect(invoiceForm.typedTotals(form, rate)).toEqual({ ...totals, ...handedOn });
  const invoice = await create<InvoiceWithLines>(
    '/invoices',
    invoiceForm.invoiceBody(form, { rate, isGst: false }),
  );
  expect(invoice).toMatchObject({ ...totals, ...handedOn });
  expect(invoice).toMatchObject({ balance_due: totals.total_amount, tax_rate: rate });
  expect(invoice.items.map((item) => item.line_total)).toEqual(lines);

  const { subtotal, tax_amount, total_amount } = totals;
  expect(amountsInCsv(invoice)).toEqual([subtotal, tax_amount, total_amount, total_amount]);
  const text = await textOfPdf(invoice.id);
  const reductions = discount.discount_amount > 0 ? [discount.discount_amount] : [];
  for (const amount of [...lines, ...Object.values(totals), ...reductions]) {
    expect(text).toContain(formatMoney(amount, 'INR'));
  }
  const amount = Math.min(0.01, totals.total_amount);
  if (amount > 0) await create('/payments', paymentBody({ invoice_id: invoice.id, amount }));
  mails.received.length = 0;
  const sent = await create<InvoiceWithLines>(`/invoices/${invoice.id}/send`);
  expect(sent.balance_due).toBe(Math.round((totals.total_amount - amount) * 100) / 100);
  const letter = mails.received[0]?.text ?? '';
  expect(letter).toContain(`Amount: ${formatMoney(totals.total_amount, 'INR')}`);
  if (amount > 0) {
    expect(letter).toContain(`Balance due: ${formatMoney(sent.balance_due, 'INR')}`);
    // The document stays as it was at issue.
    expect(await textOfPdf(invoice.id)).toContain(formatMoney(totals.total_amount, 'INR'));
  }
}

/** Nothing to pay, and halves of a paisa in line and tax. */
const examples: [Drawn][] = [
  [{ items: [[1, 0]], services: [], rate: 1800, discount: null }],
  [
    {
      items: [[1, 1]],
      services: [
        [1500, 33_333],
        [500, 1],
      ],
      rate: 5000,
      discount: 5000,
    },
  ],
];

it('form, order, invoice, PDF, CSV and mail agree to the paisa', { timeout: 120_000 }, async () => {
  await fc.assert(fc.asyncProperty(drawn, follow), { numRuns: 6, examples });
});
