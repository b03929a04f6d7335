import { expect, it } from 'vitest';
import { verifyLog } from '~/kit/server/audit/verify';
import { sealLog } from '~/kit/server/audit/seal';
import { customerBody } from '~/modules/sales/customers/server/customers.builders';
import { invitationBody } from '~/modules/organization/invitations/server/invitations.builders';
import { invoiceBody } from '~/modules/billing/invoices/server/invoices.builders';
import { leadBody } from '~/modules/sales/leads/server/leads.builders';
import { confirmationPhrase } from '~/modules/upkeep/privacy/privacy.rules';
import { makeUser } from '~/modules/organization/users/server/users.builders';
import { fileServer } from './testing/test-file-server';

const test = fileServer();

interface Entry {
  user_id: number | null;
  session_id: number | null;
  address: string | null;
  action: string;
  entity: string;
  record: string | null;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}

/** The entries of what happens in `work`, the oldest first. */
async function logOf(work: () => Promise<{ status: number }>): Promise<Entry[]> {
  const { pool } = test.server.database;
  const seen = await pool.query<{ id: number }>('select max(id) as id from audit_log');
  const response = await work();
  expect(response.status).toBeLessThan(300);
  const found = await pool.query<Entry>(
    `select user_id, session_id, address, action, entity, record, before, after from audit_log
     where id > $1 order by id`,
    [seen.rows[0]?.id ?? 0],
  );
  return found.rows;
}

const administrator = { user_id: 1, session_id: expect.any(Number), address: '127.0.0.1' };

it('has the person, the session and the address of every write', async () => {
  const log = await logOf(() => test.admin.post('/leads', leadBody({ company_name: 'Deccan' })));
  expect(log).toMatchObject([
    { ...administrator, action: 'created', entity: 'leads', after: { company_name: 'Deccan' } },
  ]);
});

it('has sign-ins, good and bad, and sign-outs', async () => {
  const user = await makeUser(test.server);
  const own = { entity: 'users', record: String(user.id), address: '127.0.0.1' };
  const headers = { 'content-type': 'application/json', 'user-agent': 'Mozilla/5.0 Firefox/130.0' };
  const client = test.server.client();
  const signIn = (password: string, username = user.username) =>
    client.send('POST', '/auth/login', JSON.stringify({ username, password }), headers);
  const log = await logOf(async () => {
    expect((await signIn('not the password')).status).toBe(401);
    expect((await signIn('not the password', 'gulshan.k')).status).toBe(401);
    await signIn(user.password);
    return client.post('/auth/logout');
  });
  const device = expect.stringContaining('Firefox');
  expect(log).toMatchObject([
    { ...own, user_id: null, action: 'sign-in refused', after: { device } },
    { action: 'sign-in refused', record: null },
    { ...own, user_id: user.id, action: 'signed in', after: { device } },
    { ...own, action: 'signed out', after: { sessions: [log[2]?.after?.['session']] } },
  ]);
  expect(JSON.stringify(log)).not.toMatch(/gulshan|not the password/);
});

it('has a new role, address and password, the last without its value', async () => {
  const user = await makeUser(test.server);
  const log = await logOf(async () => {
    await test.admin.put(`/users/${user.id}`, { role: 'admin', email: 'new@example.com' });
    return test.admin.put(`/users/${user.id}/reset-password`, { password: 'a further password' });
  });
  const own = { ...administrator, action: 'updated', entity: 'users', record: String(user.id) };
  expect(log).toMatchObject([
    { ...own, before: { role: 'user', role_id: null }, after: { role: 'admin', role_id: 1 } },
    { ...own, after: { password_hash: 'not kept' } },
  ]);
  expect(Object.keys(log[0]?.after ?? {}).sort()).toEqual(['email', 'role', 'role_id']);
});

it('has settings, number series and invitations, before and after', async () => {
  const settings = await logOf(async () => {
    await test.admin.put('/settings', { time_zone: 'Asia/Dubai' });
    return test.admin.put('/settings', { time_zone: 'Asia/Kolkata' });
  });
  const zone = { ...administrator, entity: 'settings', record: 'time_zone' };
  expect(settings).toMatchObject([
    { ...zone, action: 'created', after: { value: 'Asia/Dubai' } },
    {
      ...zone,
      action: 'updated',
      before: { value: 'Asia/Dubai' },
      after: { value: 'Asia/Kolkata' },
    },
  ]);
  const customer = await test.admin.post<{ id: number }>('/customers', customerBody());
  const body = invoiceBody({ customer_id: customer.body.data.id, status: 'pending' });
  const issued = await logOf(() => test.admin.post('/invoices', body));
  expect(issued).toContainEqual(
    expect.objectContaining({ ...administrator, entity: 'invoice_numbers' }),
  );
  const invited = await logOf(() => test.admin.post('/users/invite', invitationBody()));
  expect(invited).toMatchObject([{ ...administrator, action: 'created', entity: 'invitations' }]);
});

it('has what was downloaded in bulk, and nothing of a download that was refused', async () => {
  const log = await logOf(async () => {
    await test.admin.get('/products/export');
    expect((await test.server.client().get('/products/export')).status).toBe(401);
    await test.admin.get('/billing/invoices.zip');
    return test.admin.get('/privacy/export-data');
  });
  const files = ['products.csv', 'invoices.zip', 'my-data-export.json'];
  expect(log).toMatchObject(
    files.map((record) => ({
      ...administrator,
      action: 'downloaded',
      entity: 'downloads',
      record,
    })),
  );
});

it('names no one who was anonymized, says that it was erased, and stays whole', async () => {
  const names = { first_name: 'Vasundhara', last_name: 'Quilon', email: 'vq@example.com' };
  const { database } = test.server;
  const user = await makeUser(test.server, { ...names, username: 'vasundhara' });
  await test.admin.post('/users/invite', invitationBody({ ...names, email: 'vq2@example.com' }));
  const client = await test.server.signIn('vasundhara', user.password);
  await client.post('/leads', leadBody());
  expect((await client.put('/auth/me', { phone: '+91 98200 55555' })).status).toBe(200);
  const moved = await test.admin.put(`/users/${user.id}`, { email: 'vq2@example.com' });
  expect(moved.status).toBe(200);
  await sealLog(database.db);
  const naming = async () => {
    const found = await database.pool.query<{ line: string }>(
      `select line from (select l::text as line from audit_log l union all select v::text from audit_values v
        union all select p::text from audit_people p) lines
       where line ~* 'vasundhara|quilon|vq@|vq2@|98200 ?55555'`,
    );
    return found.rows.map(({ line }) => line);
  };
  expect(await naming()).not.toEqual([]);
  const log = await logOf(() =>
    client.post('/privacy/anonymize-data', { confirmation: confirmationPhrase }),
  );
  expect(log).toContainEqual(
    expect.objectContaining({ user_id: user.id, action: 'erased', record: String(user.id) }),
  );
  expect(await naming()).toEqual([]);
  await sealLog(database.db);
  expect(await verifyLog(database.db)).toEqual([]);
});

it('is sealed on its own', async () => {
  const { pool } = test.server.database;
  await test.admin.post('/leads', leadBody());
  const waiting = () =>
    pool
      .query<{ n: number }>('select count(*)::int as n from audit_queue')
      .then(({ rows }) => rows[0]?.n);
  await expect.poll(waiting).toBe(0);
});
