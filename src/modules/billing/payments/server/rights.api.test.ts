import { beforeAll, describe, expect, it } from 'vitest';
import { fileServer } from '~/app/test-file-server';
import type { TestClient } from '~/app/test-server';
import type { Answer } from '~/kit/server/testing/test-calls';
import {
  invoiceDesk,
  type InvoiceDesk,
  openDesk,
} from '~/modules/billing/invoices/server/invoices.builders';
import { signInWith } from '~/modules/organization/users/roles/server/roles.builders';
import type { Payment } from '../payments.fields';
import { paymentBody } from './payments.builders';

const test = fileServer();
let office: InvoiceDesk;
let clerk: TestClient;
let desk: InvoiceDesk;

const all = { read: 'all', create: true, update: true, delete: true, export: true } as const;

beforeAll(async () => {
  office = await openDesk(test.admin, { email: 'buyer@example.com' });
  const rights = { customers: { read: 'all' }, invoices: all, payments: all } as const;
  clerk = (await signInWith(test, rights)).client;
  desk = invoiceDesk(clerk, office.customer_id);
});

const refusalOf = ({ status, body }: Answer<unknown>) => [status, body.error];
const noIssue = [403, 'Your role does not allow you to issue invoices'];
const noRefund = [403, 'Your role does not allow you to refund payments'];

describe('who may not issue invoices', () => {
  it('makes and changes drafts', async () => {
    const draft = await desk.make();
    expect((await desk.put(draft.id, { notes: 'Call first' })).status).toBe(200);
  });

  it('lets none leave draft, by whatever way', async () => {
    const draft = await desk.make();
    for (const answer of [
      await desk.post({ status: 'pending' }),
      await desk.setStatus(draft.id, 'pending'),
      await desk.put(draft.id, { status: 'sent' }),
      await desk.send(draft.id),
      await clerk.post('/payments', paymentBody({ invoice_id: draft.id })),
    ])
      expect(refusalOf(answer)).toEqual(noIssue);
    expect((await office.read(draft.id)).status).toBe('draft');
    expect((await test.admin.get<Payment[]>(`/payments/invoice/${draft.id}`)).body.data).toEqual(
      [],
    );
  });

  it('works on with those that others issued', async () => {
    const issued = await office.make({ status: 'pending' });
    expect((await desk.setStatus(issued.id, 'sent')).status).toBe(200);
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
