import { describe, expect, it } from 'vitest';
import { ownServer } from '~/app/testing/test-file-server';
import { mailsTo } from '~/kit/server/testing/test-mails';
import {
  accountBody,
  makeInvitation,
  tokenTo,
} from '~/modules/organization/invitations/server/invitations.builders';
import { addPasskey, pageOrigin } from '../../factors/server/passkeys.builders';
import { makeRole } from '../../roles/server/roles.builders';
import { makeUser, signInNew, userBody } from '../../server/users.builders';
import type { User } from '../../users.fields';

const test = ownServer({ PUBLIC_URL: pageOrigin });

/** The first lines of the mails to an address, newest first. */
async function newsTo(email: string): Promise<(string | undefined)[]> {
  const mails = await mailsTo(test.server.database, email);
  return mails.map(({ body }) => body.split('\n')[2]);
}

/** One administrator acts, the other hears of it. */
async function administrators() {
  const actor = await signInNew(test.server, { role: 'admin', first_name: 'Acting' });
  const other = await makeUser(test.server, { role: 'admin' });
  return { actor, other };
}

describe('the person and the other administrators are mailed', () => {
  it('a password that an administrator set, with the passkeys that went', async () => {
    const { actor, other } = await administrators();
    const user = await signInNew(test.server);
    await addPasskey(user.client);
    const path = `/users/${user.id}/reset-password`;
    expect((await actor.client.put(path, { password: 'another one' })).status).toBe(200);
    expect((await newsTo(user.email))[0]).toBe(
      'An administrator set a new password for your account in Manufacturing CRM. Your passkeys were removed: add them again after you sign in.',
    );
    expect(await newsTo(other.email)).toEqual([
      'An administrator set a new password for Asha Rao in Manufacturing CRM.',
    ]);
    const [mail] = await mailsTo(test.server.database, other.email);
    expect(mail?.body).toContain('Changed by: Acting Rao.');
    expect(mail?.subject).toBe('Access to Manufacturing CRM');
    expect(await newsTo(actor.email)).toEqual([]);
    // Twice is two passwords.
    expect((await actor.client.put(path, { password: 'a third one' })).status).toBe(200);
    expect((await newsTo(user.email))[0]).toBe(
      'An administrator set a new password for your account in Manufacturing CRM.',
    );
    expect(await newsTo(other.email)).toHaveLength(2);
  });

  it('a new administrator, however made', async () => {
    const { actor, other } = await administrators();
    const text = 'Asha Rao is now an administrator of Manufacturing CRM.';
    const own = 'You are now an administrator of Manufacturing CRM.';
    const created = await actor.client.post<User>('/users', userBody({ role: 'admin' }));
    expect(await newsTo(created.body.data.email)).toEqual([own]);
    const promoted = await makeUser(test.server);
    await actor.client.put(`/users/${promoted.id}`, { role: 'admin' });
    expect(await newsTo(promoted.email)).toEqual([own]);
    const back = await makeUser(test.server, { role: 'admin', is_active: false });
    await actor.client.put(`/users/${back.id}`, { is_active: true });
    expect(await newsTo(back.email)).toEqual([own]);
    expect(await newsTo(other.email)).toEqual([text, text, text]);
    const names = { first_name: 'Invited', last_name: 'Person' };
    const { email } = await makeInvitation(actor.client, { role: 'admin', ...names });
    const token = await tokenTo(test.server.database, email);
    const accepted = await test.server
      .client()
      .post(`/users/invite/${token}/accept`, accountBody());
    expect(accepted.status).toBe(200);
    expect((await newsTo(other.email))[0]).toBe(
      'Invited Person is now an administrator of Manufacturing CRM.',
    );
    // No mail is sent when an administrator stays one.
    await actor.client.put(`/users/${promoted.id}`, { role: 'admin', department: 'Plant' });
    expect((await newsTo(promoted.email)).filter((line) => line === own)).toHaveLength(1);
  });

  it('another address: to the old one, and no address to anyone else', async () => {
    const { actor, other } = await administrators();
    const user = await makeUser(test.server);
    const email = `new-${user.id}@example.com`;
    expect((await actor.client.put(`/users/${user.id}`, { email })).status).toBe(200);
    expect((await newsTo(user.email))[0]).toContain('has changed the email address');
    expect(await newsTo(email)).toEqual([]);
    expect(await newsTo(other.email)).toEqual([
      'The email address of Asha Rao in Manufacturing CRM was changed.',
    ]);
  });

  it('another username, and another name of an administrator', async () => {
    const { actor, other } = await administrators();
    const user = await signInNew(test.server);
    const username = `renamed-${user.id}`;
    expect((await actor.client.put(`/users/${user.id}`, { username })).status).toBe(200);
    await actor.client.put(`/users/${user.id}`, { first_name: 'Meera' });
    expect(await newsTo(user.email)).toEqual([
      `An administrator changed your username in Manufacturing CRM to ${username}.`,
    ]);
    expect(await newsTo(other.email)).toEqual([
      'The username of Asha Rao in Manufacturing CRM was changed.',
    ]);
    await actor.client.put(`/users/${other.id}`, { first_name: 'Acting' });
    expect((await newsTo(other.email))[0]).toBe(
      'An administrator changed your name in Manufacturing CRM to Acting Rao.',
    );
  });

  it('where customers pay, and what documents say of the company', async () => {
    const { actor, other } = await administrators();
    const bank = {
      type: 'bank',
      brand: 'Evil Bank',
      account_number: '123456789012',
      ifsc: 'EVIL0000001',
      is_default: true,
    };
    const created = await actor.client.post<{ id: number }>('/billing/payment-methods', bank);
    const { id } = created.body.data;
    const card = { type: 'card', brand: 'Visa', last4: '4242', is_default: true };
    await actor.client.post('/billing/payment-methods', card);
    const path = `/billing/payment-methods/${id}`;
    await actor.client.put(path, { label: 'Main' });
    await actor.client.put(path, { label: 'Main' });
    await actor.client.delete(path);
    for (const company_name of ['Evil Pumps', 'Evil Pumps'])
      await actor.client.put('/billing/profile', { company_name, city: 'Pune' });
    const reminder_text_firm = 'Pay into account 123456789012.';
    await actor.client.put('/settings', { reminder_text_firm, revenue_goal: 7 });
    await actor.client.put('/settings', { reminder_text_firm, revenue_goal: 8 });
    expect(await newsTo(other.email)).toEqual([
      'Settings of the company were changed: text of firm reminders.',
      'The company details printed on documents were changed: Company Name, City.',
      'A payment method of the company was removed: Evil Bank ending in 9012.',
      'A payment method of the company was changed: Evil Bank ending in 9012.',
      'A payment method of the company was added: Visa ending in 4242 (default).',
      'A payment method of the company was added: Evil Bank ending in 9012 (default).',
    ]);
    const [mail] = await mailsTo(test.server.database, other.email);
    expect(mail?.subject).toBe('Company details in Manufacturing CRM');
    expect(await newsTo(actor.email)).toEqual([]);
  });

  it('more rights, and not fewer', async () => {
    const { actor, other } = await administrators();
    const narrow = await makeRole(actor.client, { leads: { read: 'own' } });
    const wide = await makeRole(actor.client, { leads: { read: 'own', update: true } });
    const user = await makeUser(test.server, { role_id: narrow.id });
    const give = (role_id: number | null) => actor.client.put(`/users/${user.id}`, { role_id });
    await give(wide.id);
    await give(narrow.id);
    await give(narrow.id);
    const more = `Your role in Manufacturing CRM is now ${wide.name}, with more rights than before.`;
    expect(await newsTo(user.email)).toEqual([more]);
    await give(null);
    expect((await newsTo(user.email))[0]).toBe(
      'Your role in Manufacturing CRM is now User, with more rights than before.',
    );
    expect(await newsTo(other.email)).toHaveLength(2);
    const path = `/roles/${narrow.id}`;
    await actor.client.put(path, { rights: { leads: { read: 'all' } } });
    await actor.client.put(path, { rights: { leads: { read: 'none' } } });
    await actor.client.put(path, { second_factor_required: true });
    await actor.client.put(path, { second_factor_required: false });
    expect((await newsTo(other.email)).slice(0, -2)).toEqual([
      `The role ${narrow.name} in Manufacturing CRM no longer requires a second factor.`,
      `The role ${narrow.name} in Manufacturing CRM has more rights than before.`,
    ]);
  });
});

it('the only administrator hears of what was done in that name', async () => {
  const { id } = await makeUser(test.server, { first_name: 'Lone', last_name: 'Heard' });
  const { pool } = test.server.database;
  await pool.query(`update users set is_active = false where role = 'admin' and id <> 1`);
  const { rows } = await pool.query<{ email: string }>('select email from users where id = 1');
  await test.admin.put(`/users/${id}/reset-password`, { password: 'another one' });
  expect((await newsTo(rows[0]?.email ?? ''))[0]).toBe(
    'An administrator set a new password for Lone Heard in Manufacturing CRM.',
  );
});
