import { beforeAll, describe, expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import type { TestClient } from '~/app/testing/test-server';
import type { ApiResponse } from '~/kit/server/testing/test-calls';
import {
  invoiceFixture,
  type InvoiceFixture,
  openInvoiceFixture,
} from '~/modules/billing/invoices/server/invoices.builders';
import { makeReceipt } from '~/modules/billing/receipts/server/receipts.builders';
import { signInWith } from '~/modules/organization/users/roles/server/roles.builders';
import type { Payment } from '../payments.fields';
import { paymentBody } from './payments.builders';

const test = fileServer();
let office: InvoiceFixture;
let clerk: TestClient;
let fixture: InvoiceFixture;

const all = { read: 'all', create: true, update: true, delete: true, export: true } as const;

beforeAll(async () => {
  office = await openInvoiceFixture(test.admin, { email: 'buyer@example.com' });
  const rights = { customers: { read: 'all' }, invoices: all, payments: all } as const;
  clerk = (await signInWith(test, rights)).client;
  fixture = invoiceFixture(clerk, office.customer_id);
});

const refusalOf = ({ status, body }: ApiResponse<unknown>) => [status, body.error];
const noIssue = [403, 'Your role does not allow you to issue invoices'];
const noRefund = [403, 'Your role does not allow you to refund payments'];

describe('a user who may not issue invoices', () => {
  it('makes and changes drafts', async () => {
    const draft = await fixture.make();
    expect((await fixture.put(draft.id, { notes: 'Call first' })).status).toBe(200);
  });

  it('lets no invoice leave draft, by any call', async () => {
    const draft = await fixture.make();
    for (const response of [
      await fixture.post({ status: 'pending' }),
      await fixture.setStatus(draft.id, 'pending'),
      await fixture.put(draft.id, { status: 'sent' }),
      await fixture.send(draft.id),
      await clerk.post('/payments', paymentBody({ invoice_id: draft.id })),
    ])
      expect(refusalOf(response)).toEqual(noIssue);
    expect((await office.read(draft.id)).status).toBe('draft');
    expect((await test.admin.get<Payment[]>(`/payments/invoice/${draft.id}`)).body.data).toEqual(
      [],
    );
  });

  it('continues with invoices that others issued', async () => {
    const issued = await office.make({ status: 'pending' });
    expect((await fixture.setStatus(issued.id, 'sent')).status).toBe(200);
    const paid = await clerk.post('/payments', paymentBody({ invoice_id: issued.id }));
    expect(paid.status).toBe(201);
  });
});

it('who may not refund does not take a completed payment back', async () => {
  const { id: invoice_id } = await office.make({ status: 'pending' });
  const pay = async (status: Payment['status']) =>
    (await clerk.post<Payment>('/payments', { ...paymentBody({ invoice_id }), status })).body.data;
  const [completed, pending] = [await pay('completed'), await pay('pending')];
  for (const status of ['failed', 'pending', 'processing'])
    expect(refusalOf(await clerk.put(`/payments/${completed.id}`, { status }))).toEqual(noRefund);
  expect((await clerk.put(`/payments/${completed.id}`, { notes: 'Counted' })).status).toBe(200);
  expect((await clerk.put(`/payments/${pending.id}`, { status: 'failed' })).status).toBe(200);
  expect((await test.admin.put(`/payments/${completed.id}`, { status: 'failed' })).status).toBe(
    200,
  );
});

it('who may not refund cancels a receipt, whose payments fail with it', async () => {
  const { id: invoice_id } = await office.make({ status: 'pending' });
  const rights = { invoices: all, payments: { ...all, refund: false }, receipts: all } as const;
  const { client } = await signInWith(test, rights);
  const { customer_id } = office;
  const receipt = await makeReceipt(test.admin, {
    customer_id,
    allocations: [{ invoice_id, amount: 100 }],
  });
  const path = `/receipts/${receipt.id}/status`;
  expect((await client.put(path, { status: 'cancelled' })).status).toBe(200);
  const { data } = (await client.get<Payment[]>(`/payments/invoice/${invoice_id}`)).body;
  expect(data.map(({ status }) => status)).toEqual(['failed']);
});
