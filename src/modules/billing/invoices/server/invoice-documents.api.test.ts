import { beforeAll, expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import { pagesOf } from '~/kit/server/testing/test-pdf';
import { customerBody } from '~/modules/sales/customers/server/customers.builders';

const test = fileServer();
let customerId: number;

beforeAll(async () => {
  const created = await test.admin.post<{ id: number }>(
    '/customers',
    customerBody({ company_name: 'Örgü & Söhne <b>', billing_address: 'Plot 14\nMIDC Bhosari' }),
  );
  customerId = created.body.data.id;
});

/** An invoice of `lines` lines at ₹1,234.56, put straight into the tables. */
async function insertInvoice(lines: number, number: string | null): Promise<number> {
  const { pool } = test.server.database;
  const subtotal = (lines * 123_456) / 100;
  const invoice = await pool.query<{ id: number }>(
    `insert into invoices (invoice_number, customer_id, invoice_date, due_date, terms_conditions, subtotal,
       tax_rate, tax_amount, total_amount, status, created_at, updated_at)
     values ($1, $2, '2026-11-21', '2026-12-21', 'Net 30 days', $3, 0, 0, $3, $4, now(), now()) returning id`,
    [number, customerId, subtotal, number ? 'sent' : 'draft'],
  );
  const id = invoice.rows[0]?.id ?? 0;
  await pool.query(
    `insert into invoice_lines (invoice_id, position, description, quantity, unit_price, line_total)
     select $1, n, 'Flange ' || n, 1, 1234.56, 1234.56 from generate_series(1, $2) n`,
    [id, lines],
  );
  return id;
}

async function pdfOf(id: number): Promise<{ headers: Headers; pages: string[] }> {
  const response = await test.admin.get(`/invoices/${id}/pdf`);
  expect(response.status).toBe(200);
  return { headers: response.headers, pages: await pagesOf(response.content) };
}

it('an issued invoice is a PDF file under its number, with every figure to the paisa', async () => {
  const id = await insertInvoice(3, 'INV-26-27-00001');
  const { headers, pages } = await pdfOf(id);
  expect(headers.get('content-type')).toBe('application/pdf');
  expect(headers.get('content-disposition')).toBe('attachment; filename="INV-26-27-00001.pdf"');
  const text = pages.join(' ');
  for (const texts of [
    'Örgü & Söhne <b>',
    'MIDC Bhosari',
    '21 Dec 2026',
    'Flange 3',
    '₹3,703.68',
    'Rupees Three Thousand Seven Hundred Three and',
    'Net 30 days',
    'Page 1 of 1',
  ]) {
    expect(text).toContain(texts);
  }
  expect(text).not.toContain('DRAFT');
});

it('a draft says so on every page, and a long one repeats the heads of its lines', async () => {
  const { pages } = await pdfOf(await insertInvoice(200, null));
  expect(pages.length).toBeGreaterThan(3);
  for (const page of pages) {
    expect(page).toContain('DRAFT');
    if (page.includes('Flange')) expect(page).toContain('Unit Price');
  }
  expect(pages.join(' ')).toContain('₹2,46,912.00');
});

it('prints the billing identity and the default account', async () => {
  await test.admin.put('/billing/profile', { company_name: 'Sahyadri Components', city: 'Pune' });
  await test.admin.post('/billing/payment-methods', {
    type: 'upi',
    label: 'UPI of the company',
    upi_id: 'sahyadri@hdfcbank',
  });
  const { pages } = await pdfOf(await insertInvoice(1, 'INV-26-27-00002'));
  expect(pages[0]).toContain('Sahyadri Components Pune');
  expect(pages[0]).toContain('UPI ID: sahyadri@hdfcbank');
});

it.each([
  [
    { type: 'bank', brand: 'HDFC Bank', last4: '6789' },
    'Bank: HDFC Bank Account Number: ending in 6789',
  ],
  [{ type: 'card', brand: 'RuPay', last4: '0042' }, 'Card: RuPay ending in 0042'],
  [{ type: 'upi', brand: 'PhonePe', last4: '1234' }, 'UPI: PhonePe ending in 1234'],
])('prints a default account %j by its last four digits', async (account, printed) => {
  await test.admin.post('/billing/payment-methods', { ...account, is_default: true });
  const { pages } = await pdfOf(await insertInvoice(1, `INV-26-27-1${account.last4}`));
  expect(pages[0]).toContain(printed);
});

it('is refused to a stranger and for an invoice that is none', async () => {
  expect((await test.server.client().get('/invoices/1/pdf')).status).toBe(401);
  expect((await test.admin.get('/invoices/999999/pdf')).status).toBe(404);
});

it('prints signs and scripts, and warns of letters that no font prints before it is issued', async () => {
  const description = '⌀12 ≤ 5 → ✓ ⅜ H₂O ಕನ್ನಡ বাংলা';
  const body = (text: string) => ({
    customer_id: customerId,
    invoice_date: '2026-11-21',
    due_date: '2026-12-21',
    items: [{ description: text, quantity: 1, unit_price: 10 }],
  });
  const created = await test.admin.post<{ id: number }>('/invoices', body(description));
  expect(created.status, created.body.error).toBe(201);
  const { pages } = await pdfOf(created.body.data.id);
  for (const word of description.split(' ')) {
    // The letters of a syllable are read in the order in which they are drawn.
    const letters = [...word].filter((letter) => !pages.join('').includes(letter));
    expect(letters).toEqual([]);
  }
  const check = await test.admin.get(`/invoices/${created.body.data.id}/check`);
  expect(check.body.data).toEqual({ ready: true, findings: [], is_filed: false });

  const other = await test.admin.post<{ id: number }>('/invoices', body('Bolt 漢 🔧'));
  const { id } = other.body.data;
  expect((await test.admin.get(`/invoices/${id}/check`)).body.data).toEqual({
    ready: true,
    is_filed: false,
    findings: [
      {
        severity: 'warning',
        field: 'items.0.description',
        message:
          'The description of item 1 has characters that cannot be printed: 漢 🔧. Remove them.',
        fix: `/invoices?view=${id}`,
      },
    ],
  });
});
