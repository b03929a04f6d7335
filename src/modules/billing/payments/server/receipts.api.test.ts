import { expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import type { TestClient } from '~/app/testing/test-server';
import { pagesOf } from '~/kit/server/testing/test-pdf';
import { signInWith } from '~/modules/organization/users/roles/server/roles.builders';
import { openPaymentFixture } from './payments.builders';

const test = fileServer();

async function receiptOf(client: TestClient, id: number) {
  const response = await client.get(`/payments/${id}/pdf`);
  expect(response.status, response.body.error).toBe(200);
  return { headers: response.headers, text: (await pagesOf(response.content)).join(' ') };
}

it('prints a receipt with the invoice of that moment, and marks what is not completed', async () => {
  const fixture = await openPaymentFixture(test.admin);
  const invoice = await fixture.invoices.make({ status: 'pending' });
  const { id } = await fixture.pay(invoice.id, 10);
  const { headers, text } = await receiptOf(test.admin, id);
  expect(headers.get('content-disposition')).toBe(`attachment; filename="Receipt-${id}.pdf"`);
  for (const texts of [
    'RECEIPT',
    `#${id}`,
    invoice.invoice_number,
    '₹10.00',
    'Balance Due',
    'Rupees Ten',
  ])
    expect(text).toContain(texts);
  expect(text).not.toContain('PENDING');
  const pending = await fixture.pay(invoice.id, 5, 'pending');
  expect((await receiptOf(test.admin, pending.id)).text).toContain('PENDING');
});

it('leaves out the sums of an invoice that the person may not read', async () => {
  const fixture = await openPaymentFixture(test.admin);
  const invoice = await fixture.invoices.make({ status: 'pending' });
  const { id } = await fixture.pay(invoice.id, 10);
  const rights = { payments: { read: 'all' }, invoices: { read: 'none' } } as const;
  const { client } = await signInWith(test, rights);
  const { text } = await receiptOf(client, id);
  expect(text).toContain(invoice.invoice_number);
  expect(text).not.toContain('Balance Due');
  const { client: other } = await signInWith(test, { invoices: { read: 'all' } });
  expect((await other.get(`/payments/${id}/pdf`)).status).toBe(403);
  expect((await test.admin.get('/payments/999999/pdf')).status).toBe(404);
});
