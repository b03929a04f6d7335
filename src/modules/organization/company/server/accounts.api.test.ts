import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import type { TestClient } from '~/app/testing/test-server';
import { makeUser } from '~/modules/organization/users/server/users.builders';
import type { PaymentMethod } from '../accounts.fields';
import { findDefaultMethod } from './accounts.queries';

const test = fileServer();
let user: TestClient;

beforeAll(async () => {
  const plain = await makeUser(test.server);
  user = await test.server.signIn(plain.username, plain.password);
});

const bank = {
  type: 'bank',
  label: 'Main account',
  brand: 'HDFC Bank',
  account_holder: 'Acme Pumps Pvt Ltd',
  account_number: '5010 0123 4567 89',
  ifsc: 'hdfc0000123',
};
const card = { type: 'card', brand: 'Visa', last4: '4242' };
const upi = { type: 'upi', upi_id: 'acme@hdfcbank' };

async function add(values: object): Promise<PaymentMethod> {
  const response = await test.admin.post<PaymentMethod>('/billing/payment-methods', values);
  expect(response.status, response.body.error).toBe(201);
  return response.body.data;
}

async function methods(): Promise<PaymentMethod[]> {
  return (await user.get<PaymentMethod[]>('/billing/payment-methods')).body.data;
}

const defaults = async () =>
  (await methods()).filter((each) => each.is_default).map((each) => each.id);

describe('a payment method', () => {
  beforeEach(async () => {
    for (const { id } of await methods()) await test.admin.delete(`/billing/payment-methods/${id}`);
  });

  it('that is the first of all makes the empty list another one', async () => {
    const path = '/billing/payment-methods';
    const tag = (await user.get(path)).headers.get('etag') ?? '';
    expect((await user.get(path, { 'if-none-match': tag })).status).toBe(304);
    const { id } = await add(card);
    const after = await user.get<PaymentMethod[]>(path, { 'if-none-match': tag });
    expect(after.status).toBe(200);
    expect(after.body.data.map((each) => each.id)).toEqual([id]);
  });

  it('is kept with what an invoice prints, and known by its last four digits', async () => {
    expect(await findDefaultMethod(test.server.database.db)).toBeNull();
    const created = await add(bank);
    expect(created).toMatchObject({
      ...bank,
      account_number: '50100123456789',
      ifsc: 'HDFC0000123',
      last4: '6789',
      is_default: true,
    });
    expect(await findDefaultMethod(test.server.database.db)).toEqual(created);
  });

  it('may be named by its last four digits alone', async () => {
    expect(await add({ type: 'bank', brand: 'SBI', last4: '0042' })).toMatchObject({
      last4: '0042',
      account_number: null,
    });
  });

  it('is the default when it is the first, or when it is said to be', async () => {
    const first = await add({ ...bank, is_default: false });
    await add(card);
    expect(await defaults()).toEqual([first.id]);
    const third = await add({ ...upi, is_default: true });
    expect(await defaults()).toEqual([third.id]);
    const back = await test.admin.put(`/billing/payment-methods/${first.id}`, { is_default: true });
    expect(back.body.data).toMatchObject({ id: first.id, is_default: true });
    expect(await defaults()).toEqual([first.id]);
    expect((await methods())[0]?.id).toBe(first.id);
  });

  it('that is the default does not give that up for none', async () => {
    const { id } = await add(card);
    const response = await test.admin.put(`/billing/payment-methods/${id}`, { is_default: false });
    expect(response.status).toBe(409);
    expect(response.body.error).toContain('Make another one the default');
    expect(await defaults()).toEqual([id]);
  });

  it('that was removed leaves another one as the default', async () => {
    const [first, second, third] = [await add(bank), await add(card), await add(upi)];
    await test.admin.put(`/billing/payment-methods/${third.id}`, { is_default: true });
    expect((await test.admin.delete(`/billing/payment-methods/${third.id}`)).status).toBe(200);
    expect(await defaults()).toEqual([first.id]);
    await test.admin.delete(`/billing/payment-methods/${second.id}`);
    await test.admin.delete(`/billing/payment-methods/${first.id}`);
    expect(await methods()).toEqual([]);
    expect((await test.admin.delete(`/billing/payment-methods/${first.id}`)).status).toBe(404);
  });

  it('changes its last four digits with its number', async () => {
    const { id } = await add(bank);
    const path = `/billing/payment-methods/${id}`;
    const changed = await test.admin.put(path, { account_number: '111122223333' });
    expect(changed.body.data).toMatchObject({ last4: '3333', brand: 'HDFC Bank' });
    expect((await test.admin.put(path, { last4: '9999' })).status).toBe(400);
    expect((await test.admin.put(path, { brand: null })).status).toBe(400);
    expect((await test.admin.put(path, { type: 'card' })).status).toBe(400);
  });

  it('is one and only one default, also when many are made, chosen and removed at once', async () => {
    const created = await Promise.all(
      Array.from({ length: 6 }, () => add({ ...card, is_default: true })),
    );
    expect(await defaults()).toHaveLength(1);
    await Promise.all(
      created.map(({ id }) =>
        test.admin.put(`/billing/payment-methods/${id}`, { is_default: true }),
      ),
    );
    expect(await defaults()).toHaveLength(1);
    await Promise.all(
      created.slice(0, 5).map(({ id }) => test.admin.delete(`/billing/payment-methods/${id}`)),
    );
    expect(await defaults()).toEqual([created[5]?.id]);
  });

  it.each([
    [{}],
    [{ type: 'cash' }],
    [{ type: 'bank', brand: 'HDFC' }],
    [{ ...bank, ifsc: 'HDFC' }],
    [{ ...bank, account_number: '12' }],
    [{ ...bank, account_number: 50100123456789 }],
    [{ ...bank, last4: '0000' }],
    [{ ...bank, account_holder: 'a\u0000b' }],
    [{ ...card, account_number: '4242424242424242' }],
    [{ ...card, last4: '42424' }],
    [{ ...upi, upi_id: 'acme' }],
    [{ ...card, is_default: 'yes' }],
    [{ ...card, nonsense: 1 }],
  ])('is refused as %j', async (body) => {
    const response = await test.admin.post('/billing/payment-methods', body);
    expect(response.status).toBe(400);
    expect(response.body.details.length).toBeGreaterThan(0);
    expect(await methods()).toEqual([]);
  });
});
