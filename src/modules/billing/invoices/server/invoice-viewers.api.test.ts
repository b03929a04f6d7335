import { beforeAll, expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import type { TestClient } from '~/app/testing/test-server';
import { makeCustomer } from '~/modules/sales/customers/server/customers.builders';
import { makeUser } from '~/modules/organization/users/server/users.builders';
import {
  chooseWorkspace,
  makeWorkspace,
} from '~/modules/organization/workspaces/server/workspaces.builders';
import type { InvoiceWithLines } from '../invoices.fields';
import { invoiceBody, invoiceFixture, openInvoiceFixture } from './invoices.builders';

const test = fileServer();
let viewer: TestClient;
let viewerId: number;
let workspace: number;
let customerId: number;

beforeAll(async () => {
  const user = await makeUser(test.server);
  viewerId = user.id;
  workspace = await makeWorkspace(test.server, { [user.id]: 'viewer' });
  viewer = await test.server.signIn(user.username, user.password);
  customerId = (await makeCustomer(test.admin, { email: 'a@b.example' })).id;
  await test.server.database.pool.query('update customers set workspace_id = $1', [workspace]);
});

it.each([
  ['the whole company', false],
  ['that workspace', true],
])(
  'who only reads in a workspace changes no invoice of its customers, %s chosen',
  async (_what, chosen) => {
    await chooseWorkspace(test.server, viewerId, chosen ? workspace : null);
    const fixture = invoiceFixture(test.admin, customerId);
    const draft = await fixture.make();
    const calls = [
      viewer.post('/invoices', invoiceBody({ customer_id: customerId })),
      viewer.put(`/invoices/${draft.id}`, { notes: 'x' }),
      viewer.put(`/invoices/${draft.id}/status`, { status: 'sent' }),
      viewer.put(`/invoices/${draft.id}/auto-status`),
      viewer.post(`/invoices/${draft.id}/send`),
      viewer.delete(`/invoices/${draft.id}`),
      viewer.post('/payments', {
        invoice_id: draft.id,
        amount: 1,
        payment_method: 'cash',
        payment_date: '2026-11-21',
      }),
    ];
    for (const response of await Promise.all(calls)) {
      expect([response.status, response.body.error]).toEqual([
        403,
        'You have read-only access to this workspace',
      ]);
    }
    expect(await fixture.read(draft.id)).toEqual(draft);
    const seen = await viewer.get<InvoiceWithLines[]>('/invoices');
    expect(seen.body.data.map((each) => each.id)).toContain(draft.id);
  },
);

it('a list shows the invoices and payments of the chosen workspace alone', async () => {
  const fixture = await openInvoiceFixture(test.admin);
  const otherRecord = await fixture.make({ status: 'sent' });
  const body = { invoice_id: otherRecord.id, amount: 1, payment_method: 'cash' };
  await test.admin.post('/payments', { ...body, payment_date: '2026-11-21' });
  await chooseWorkspace(test.server, viewerId, workspace);
  const invoices = await viewer.get<InvoiceWithLines[]>('/invoices');
  expect(invoices.body.data.map((each) => each.id)).not.toContain(otherRecord.id);
  expect((await viewer.get('/payments')).body.data).toEqual([]);
});
