import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Forger, startForger } from '~/kit/server/testing/test-forger';
import { leaksInDatabase, leaksInFolder } from '~/kit/server/testing/test-leaks';
import { uploadOf } from '~/modules/records/imports/server/imports.builders';
import { importProducts } from '~/modules/catalogue/products/imports/server/product-files.builders';
import {
  invitationBody,
  makeInvitation,
  tokenTo,
} from '~/modules/organization/invitations/server/invitations.builders';
import { openInvoiceFixture } from '~/modules/billing/invoices/server/invoices.builders';
import { leadBody, makeLead } from '~/modules/sales/leads/server/leads.builders';
import { bulk } from '~/modules/records/batches/server/batches.builders';
import { sendFile } from '~/modules/collaboration/attachments/server/attachments.builders';
import { makeCount, scanInto } from '~/modules/catalogue/counts/server/counts.builders';
import { makeNote } from '~/modules/collaboration/notes/server/notes.builders';
import { makeOrderOfEach } from '~/modules/sales/orders/server/orders.builders';
import { paymentBody } from '~/modules/billing/payments/server/payments.builders';
import { confirmationPhrase } from '~/modules/upkeep/privacy/privacy.rules';
import { makeImage, photoForm } from '~/modules/organization/users/account/server/photos.builders';
import { appCode, setUpFactor } from '~/modules/organization/users/factors/server/factors.builders';
import { addPasskey } from '~/modules/organization/users/factors/server/passkeys.builders';
import {
  createBrowser,
  pathOf,
  publicUrl,
} from '~/modules/organization/users/providers/server/providers.builders';
import { makeUser } from '~/modules/organization/users/server/users.builders';
import { makeOneOfEach } from './testing/one-of-each.builders';
import { makeKey } from '~/modules/organization/api-keys/server/api-keys.builders';
import { makeDebtor } from '~/modules/billing/receivables/server/receivables.builders';
import { makeWebhook } from '~/modules/connections/webhooks/server/webhooks.builders';
import { startTestServer, type TestClient, type TestServer } from './testing/test-server';

const limit = { timeout: 120_000 };
const patience = { timeout: 60_000 };

const texts = [
  'Zarathushtrina',
  'Quetzalcoatlova',
  'Formernamova',
  'zq.unmistakable',
  'zq.former',
  'needle.example',
  '9811142424',
  'Kettledrummery',
];
const password = 'correct horse battery';

let forger: Forger;
let server: TestServer;
let admin: TestClient;
beforeAll(async () => {
  forger = await startForger('crm');
  server = await startTestServer({
    SMTP_URL: '',
    PUBLIC_URL: publicUrl,
    OIDC_ISSUER: forger.issuer,
    OIDC_CLIENT_ID: 'crm',
  });
  admin = await server.signIn();
});
afterAll(async () => {
  await server.close();
  await forger.close();
});

const inDatabase = () => leaksInDatabase(server.database.pool, texts);
const inFolder = () => leaksInFolder(server.dataDir, texts);

async function done<T>(
  call: Promise<{ status: number; body: { data: T; error?: string } }>,
): Promise<T> {
  const { status, body } = await call;
  expect([200, 201], body.error).toContain(status);
  return body.data;
}

/** Invited under a former name and address, and called otherwise since. */
async function arrive(): Promise<{ id: number; client: TestClient }> {
  const email = 'former@needle.example';
  const invitation = { email, first_name: 'Zarathushtrina', last_name: 'Formernamova' };
  await done(admin.post('/users/invite', invitationBody({ ...invitation, role: 'admin' })));
  const token = await tokenTo(server.database, email);
  const account = { username: 'zq.former', password };
  await settled();
  await done(server.client().post(`/users/invite/${token}/accept`, account));
  // Sent now, this notification gets a separate mail, with the name of the person in its subject.
  await settled();
  const client = await server.signIn('zq.former', password);
  const { user } = await done(client.get<{ user: { id: number } }>('/auth/me'));
  await admin.put(`/users/${user.id}`, {
    last_name: 'Quetzalcoatlova',
    username: 'zq.unmistakable',
  });
  await admin.put(`/users/${user.id}`, { email: 'z.quetz@needle.example' });
  return { id: user.id, client: await server.signIn('zq.unmistakable', password) };
}

/** What is about the person's own account. */
async function liveHere(client: TestClient): Promise<string[]> {
  await done(
    client.put('/auth/me', {
      phone: '9811142424',
      bio: 'Plays Kettledrummery',
      department: 'Kettledrummery',
    }),
  );
  await done(client.upload('/auth/me/photo', photoForm(await makeImage('png'))));
  await done(client.put('/auth/me', { email: 'wished@needle.example', password }));
  await server.client().post('/auth/login', { username: 'zq.unmistakable', password: 'wrong' });
  await server
    .client()
    .post('/auth/login', { username: 'Z.Quetz@needle.example', password: 'wrong' });
  await server.client().post('/auth/forgot-password', { email: 'z.quetz@needle.example' });
  const { secret, codes } = await setUpFactor(server, client, password);
  await addPasskey(client, 'Phone of Quetzalcoatlova');
  await signInAtProvider(secret);
  await done(client.post('/privacy/consents', { consentType: 'marketing', granted: true }));
  const state = { filters: { search: 'zq.unmistakable' } };
  await done(client.post('/views', { list: 'leads', name: 'Of Kettledrummery', state }));
  await done(client.post('/saved-reports', { report: 'sales', name: 'Of Kettledrummery' }));
  await done(client.get('/privacy/export-data'));
  return codes;
}

/** Signs in at the identity provider with the second factor, then starts a sign-in that stops before that factor. */
async function signInAtProvider(secret: string): Promise<void> {
  const email = 'z.quetz@needle.example';
  const names = { given_name: 'Zarathushtrina', family_name: 'Quetzalcoatlova' };
  forger.does({ claims: { sub: 'zq.unmistakable', email, email_verified: true, ...names } });
  const browser = createBrowser(server);
  expect(pathOf(await browser.begin())).toBe('/login?code=asked');
  const shown = await browser.call('POST', '/auth/oidc/code', {
    code: appCode(server.clock, secret),
  });
  expect(shown.status).toBe(200);
  expect(pathOf(await createBrowser(server).begin())).toBe('/login?code=asked');
}

/** What the person does in the business, and others do to the person. */
async function work({ id, client }: { id: number; client: TestClient }): Promise<void> {
  await makeWebhook(admin, { is_active: false });
  const repeat = { 'idempotency-key': 'needle-1' };
  const lead = await makeLead(client, { assigned_to: id });
  await done(admin.post('/leads', leadBody({ assigned_to: id }), repeat));
  await done(client.put(`/leads/${lead.id}`, { assigned_to: null }));
  await done(admin.put(`/leads/${lead.id}`, { assigned_to: id }));
  await makeNote(client, `/leads/${lead.id}`);
  await done(sendFile(client, `/leads/${lead.id}`, 'drawing.txt', 'a drawing'));
  const step = { text: 'Call', due_date: '2100-01-01', assigned_to: id };
  await done(admin.post(`/leads/${lead.id}/next-steps`, step));
  await makeNote(admin, `/leads/${lead.id}`, { mentions: [id] });
  await done(client.post(`/leads/${lead.id}/convert`, {}, repeat));
  const { order, orderAgain } = await makeOrderOfEach(client);
  const count = await makeCount(client);
  const product_id = order.items[0]?.product_id;
  await done(scanInto(client, count.id, { product_id }));
  await done(bulk(client, 'orders', [(await orderAgain()).id], null));
  await done(client.put(`/orders/${order.id}/status`, { status: 'confirmed' }));
  const fixture = await openInvoiceFixture(client, { email: 'buyer@example.com' });
  const invoice = await fixture.make();
  await done(client.post(`/invoices/${invoice.id}/send`));
  await done(client.post('/payments', paymentBody({ invoice_id: invoice.id })));
  await importProducts(client, 'product_name,sku_code,unit_price\nBolt,N-1,5\n');
  const named = { name: 'Zarathushtrina Quetzalcoatlova.csv' };
  const refused = 'product_name,sku_code,unit_price\nZarathushtrina,N-2,x\n';
  await client.upload('/products/import', uploadOf(refused, named));
  await client.upload('/products/import', uploadOf('nonsense', named));
  await client.get('/products/export');
  const guest = await makeInvitation(client, { email: 'guest@example.com' });
  await done(client.post(`/users/invitations/${guest.id}/resend`));
  const team = await done(client.post<{ id: number }>('/workspaces', { name: 'Nashik plant' }));
  await client.post(`/workspaces/${team.id}/members`, { user_id: id, role: 'member' });
  await client.put(`/workspaces/${team.id}/members/${id}`, { role: 'manager' });
  await makeKey(client);
  await done(client.post('/admin/verify'));
  await done(client.put('/admin/retention', { sessions: 30 }));
  await done(client.put('/settings', { invoice_tax_rate: 12 }));
  await done(client.post('/roles', { name: 'Packers', rights: {} }));
  const { customers: customer_id, quotations } = await makeOneOfEach(client);
  for (const status of ['sent', 'accepted'])
    await done(client.put(`/quotations/${quotations}/status`, { status }));
  await done(client.post(`/customers/${await makeDebtor(client)}/reminders`));
  const money = { amount: 59, payment_method: 'cash' };
  const advance = await done(client.post<{ id: number }>('/advances', { customer_id, ...money }));
  const refunds = `/advances/${advance.id}/refunds`;
  await done(client.post(refunds, { ...money, amount: 9 }));
  await done(admin.post(refunds, { ...money, amount: 5 }, { 'idempotency-key': 'needle-2' }));
}

/** Colleagues hear of everything, in the bell and by mail. */
async function colleague(): Promise<void> {
  const user = await makeUser(server, { role: 'admin' });
  const client = await server.signIn(user.username, user.password);
  const events = [
    'new-leads',
    'lead-updates',
    'new-orders',
    'payment-received',
    'team-updates',
  ].map((id) => ({ id, email: true, push: true }));
  await done(client.put('/notifications/preferences', { events }));
}

/** Documents that never hold the name of a user, and why. */
const nameless: Readonly<Record<string, string>> = {
  'advance_refunds.voucher': 'sent to a customer, without the name of a user',
  'advances.voucher': 'sent to a customer, without the name of a user',
  'audit_log.after': 'personal values are in audit_values, by digests here',
  'audit_log.before': 'personal values are in audit_values, by digests here',
  'batch_rows.after': 'what changed of a record, which is never who made it',
  'bills.differences': 'fields and sentences about amounts',
  'bills.earlier_due_dates': 'days and instants',
  'custom_conversions.former': 'words of the company',
  'custom_fields.choices': 'words of the company',
  'custom_fields.default': 'a value of the company',
  'delivery_lines.lots': 'numbers of lots and quantities',
  'e_way_bills.transport': 'vehicle and transporter',
  'goods_receipt_lines.lots': 'numbers of lots and quantities',
  'import_jobs.errors': 'what the file says, emptied whole',
  'invoices.earlier_due_dates': 'days and instants',
  'lead_arrivals.values': 'what buyers wrote',
  'lead_sources.mapping': 'names of fields',
  'lead_sources.page': 'what the form of the company says',
  'lead_sources.pull': 'an address and times',
  'mails.attachments': 'the documents of customers',
  'mails.link': 'a path and a token’s place',
  'maintenance_runs.result': 'counts and faults of records',
  'notification_preferences.events': 'switches',
  'papers.account': 'the company’s bank account',
  'papers.document': 'sent to a customer, without the name of a user',
  'payment_reminders.invoices': 'numbers, days and balances',
  'privacy_policy.processing_purposes': 'text of the company',
  'privacy_policy.retention_periods': 'text of the company',
  'privacy_policy.user_rights': 'text of the company',
  'roles.rights': 'switches',
  'sample_settings.before': 'settings of the company',
  'sample_settings.value': 'settings of the company',
  'saved_reports.choices': 'days and a group',
  'saved_reports.schedule': 'a frequency and a format',
  'settings.value': 'settings of the company',
  'tax_classes.rates': 'rates',
  'transfer_lines.lots': 'numbers and quantities',
  'webhook_deliveries.attempts': 'what other programs answered',
};

/** Every column of the database that says who did something, and every document. */
async function columnsOfNames(): Promise<string[]> {
  const { rows } = await server.database.pool.query<{ column: string }>(
    `select table_name || '.' || column_name as "column" from information_schema.columns
     where table_schema = current_schema()
       and table_name not in (select table_name from information_schema.views where table_schema = current_schema())
       and (column_name like '%\\_by\\_name' or column_name = 'user_name' or data_type in ('json', 'jsonb'))
     order by 1`,
  );
  // Own fields name people by their ids only.
  return rows
    .map(({ column }) => column)
    .filter((column) => !(column in nameless) && !/\.(custom|printed_own)$/.test(column));
}

/** Waits until all due notifications and mails are sent and the log is sealed. */
async function settled(): Promise<void> {
  const remaining = async () => {
    for (const job of ['notifications', 'webhooks', 'mail', 'audit.seal'])
      server.server.jobs.trigger(job);
    const { rows } = await server.database.pool.query<{ n: number }>(
      `select (select count(*) from notification_queue) + (select count(*) from webhook_queue) + (select count(*) from mails
        where status in ('queued', 'sending') and next_attempt_at <= $1) + (select count(*) from audit_queue) as n`,
      [server.clock.now()],
    );
    return Number(rows[0]?.n);
  };
  await expect.poll(remaining, patience).toBe(0);
}

it(
  'nothing names a person who was anonymized: no column of any table, and no file',
  limit,
  async () => {
    await colleague();
    const person = await arrive();
    const codes = await liveHere(person.client);
    await work(person);
    await settled();
    // That it finds what is there: without this the rest would prove nothing.
    const before = await inDatabase();
    const columns = new Set(before.map((each) => each.split(':')[0]));
    const others = [
      'users.last_name',
      'passkeys.name',
      'provider_accounts.subject',
      'mails.subject',
      'webhook_events.act',
    ];
    const sought = [...others, ...(await columnsOfNames())];
    expect(sought.filter((column) => !columns.has(column))).toEqual([]);
    expect((await inFolder()).length).toBeGreaterThan(3);
    await done(
      person.client
        .post('/auth/confirm', { code: codes[0] })
        .then((a) => (a.status === 401 ? person.client.get('/auth/me') : a)),
    );
    await done(person.client.post('/privacy/anonymize-data', { confirmation: confirmationPhrase }));
    await settled();
    await expect.poll(inDatabase, patience).toEqual([]);
    await expect.poll(inFolder, patience).toEqual([]);
    expect(await readdir(path.join(server.dataDir, 'outbox'))).not.toEqual([]);
  },
);
