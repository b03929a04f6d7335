import { expect, it } from 'vitest';
import type { Right } from '~/kit/shared/access';
import { makeRecord } from '~/kit/server/testing/test-calls';
import type { InvoiceWithLines } from '~/modules/billing/invoices/invoices.fields';
import { invoiceBody } from '~/modules/billing/invoices/server/invoices.builders';
import { makeLead } from '~/modules/sales/leads/server/leads.builders';
import { subjects } from '~/modules/organization/kinds/kinds.rules';
import { makeTeam } from '~/modules/organization/workspaces/server/workspaces.builders';
import { makeOneOfEach } from './testing/one-of-each.builders';
import { fileServer } from './testing/test-file-server';

const test = fileServer();

type Ids = Record<string, number>;

/** One id of each table whose records are in a workspace, and of a second customer and lead: all of them are moved to it. */
async function moveAllTo(workspace: number): Promise<Ids> {
  const ids: Ids = {
    ...(await makeOneOfEach(test.admin)),
    other_lead: (await makeLead(test.admin)).id,
  };
  const { pool } = test.server.database;
  for (const table of ['customers', 'leads'])
    await pool.query(`update ${table} set workspace_id = $1`, [workspace]);
  const found = await pool.query<Ids>(`select
    (select min(id) from advances) as advances, (select min(id) from payments) as payments,
    (select min(id) from credit_notes where kind = 'credit') as "credit-notes",
    (select min(id) from credit_notes where kind = 'debit') as "debit-notes",
    (select max(id) from customers) as other_customer`);
  const other = await makeRecord<InvoiceWithLines>(
    test.admin,
    '/invoices',
    invoiceBody({ customer_id: ids['customers'] ?? 0 }),
  );
  const invoice = await test.admin.get<InvoiceWithLines>(`/invoices/${ids['invoices']}`);
  return {
    ...ids,
    ...found.rows[0],
    line: invoice.body.data.items[0]?.id ?? 0,
    other_invoice: other.id,
  };
}

/** Of each call that needs one: a body that is valid, so that it is the right which stops it. */
function bodyOf(call: string, ids: Ids): object {
  const refund = { payment_method: 'cash', amount: 1 };
  const items = [{ product_id: ids['products'], quantity: 1, unit_price: 1 }];
  const described = [{ description: 'Flange', quantity: 1, unit_price: 1 }];
  const corrected = [{ invoice_line_id: ids['line'], quantity: 1 }];
  const customer_id = ids['customers'];
  const invoice_id = ids['invoices'];
  const allocations = [{ invoice_id, amount: 1 }];
  const bodies: [pattern: RegExp, body: object][] = [
    [/customers\/:id\/merge$/, { other_id: ids['other_customer'], values: {} }],
    [/leads\/:id\/merge$/, { other_id: ids['other_lead'], values: {} }],
    [/contacts$/, { name: 'Asha Rao' }],
    [/leads\/:id\/stage$/, { current_stage_id: 1 }],
    [/(orders|quotations)$/, { customer_id, items }],
    [/orders\/:id\/status$/, { status: 'confirmed' }],
    [/(quotations|invoices)\/:id\/status$/, { status: 'sent' }],
    [/deliveries$/, { order_id: ids['orders'] }],
    [/deliveries\/:id\/status$/, { status: 'delivered' }],
    [/(advances|receipts)\/:id\/status$/, { status: 'cancelled' }],
    [/notes\/:id\/status$/, { status: 'issued' }],
    [/POST \/invoices$/, { customer_id, items: described }],
    [/payments$/, { invoice_id, payment_date: '2026-11-21', ...refund }],
    [/(write-off|e-invoice\/cancel)$/, { reason: 'Entered twice' }],
    [/advances(\/preview)?$/, { customer_id, ...refund }],
    [/advances\/:id\/apply$/, { invoice_id }],
    [/(refunds?)$/, refund],
    [/(credit|debit)-notes$/, { invoice_id, reason: 'price', items: corrected }],
    [/correct$/, { reason: 'price' }],
    [/receipts$/, { customer_id, ...refund }],
    [/allocate$/, { allocations }],
    [/set-off$/, { allocations: [{ invoice_id: ids['other_invoice'], amount: 1 }] }],
    [/:id\/notes$/, { text: 'Called' }],
    [/next-steps$/, { text: 'Call', due_date: '2100-01-01' }],
  ];
  return bodies.find(([pattern]) => pattern.test(call))?.[1] ?? {};
}

/** Calls that reach no record of a workspace: new ones in none, files, reads, own schedules, months, no reminder. */
const withoutWorkspace = [
  'DELETE /tax/gstr1/:month/filed: input.invalid',
  'POST /customers/:id/reminders: reminder.nothing_due',
  'POST /customers/import: upload.not_multipart',
  'POST /customers/imports/:job_id/cancel: record.not_found',
  'POST /customers: input.invalid',
  'POST /invoices/filed: input.invalid',
  'POST /invoices/import: upload.not_multipart',
  'POST /invoices/imports/:job_id/cancel: record.not_found',
  'POST /leads/import: upload.not_multipart',
  'POST /leads/imports/:job_id/cancel: record.not_found',
  'POST /leads: input.invalid',
  'POST /tax/preview: input.invalid',
  'PUT /customers/:id/statement/schedule: input.invalid',
  'PUT /tax/gstr1/:month/filed: input.invalid',
];

const isInWorkspace = (right: Right): boolean =>
  Object.entries(subjects).some(
    ([kind, { workspace }]) => workspace !== null && right.startsWith(`${kind}.`),
  );

it('no call changes a record of a workspace for someone who only reads there', async () => {
  const { id: workspace, viewer } = await makeTeam(test.server);
  const ids = await moveAllTo(workspace);
  const others = [];
  for (const { method, url, access } of test.server.server.declared) {
    const rights = [access].flat().filter((each): each is Right => each.includes('.'));
    if (method === 'GET' || !rights.some(isInWorkspace)) continue;
    const call = `${method} ${url.slice('/api'.length)}`;
    const [, kind = ''] = /\/([\w-]+)/.exec(call) ?? [];
    const path = call
      .slice(method.length + 1)
      .replace(':id', String(ids[kind]))
      .replaceAll(/:\w+/g, '1');
    const { body } = await (method === 'DELETE'
      ? viewer.client.delete(path)
      : viewer.client.send(method, path, JSON.stringify(bodyOf(call, ids)), {
          'content-type': 'application/json',
        }));
    if (body.code !== 'workspace.read_only') others.push(`${call}: ${body.code}`);
  }
  expect(others.toSorted()).toEqual(withoutWorkspace);
});
