import { describe, expect, it } from 'vitest';
import { ownServer } from '~/app/testing/test-file-server';
import { makeRecord } from '~/kit/server/testing/test-calls';
import { statusesOf } from '~/app/testing/test-server';
import { signInNew } from '~/modules/organization/users/server/users.builders';
import type { Lead } from '~/modules/sales/leads/leads.fields';
import type { LeadSource } from '../lead-sources.fields';
import { newChallenge } from './challenges.internal';
import { arrivalsOf, challengeOf, makePage, solved } from './lead-sources.builders';

const test = ownServer({ TRUSTED_PROXIES: '127.0.0.1' });

let networks = 0;
/** From another network each time, unless one is given: a network may send five a minute. */
const from = (network = (networks += 1)) => ({
  'x-forwarded-for': `203.0.${network >> 8}.${network & 255}`,
});

const asha = { contact_person: 'Asha Patil', phone: '+91 98765 43210' };

/** Sends a form, by default with a challenge that was solved three seconds ago. */
async function send(
  source: LeadSource,
  values: unknown = asha,
  { altcha, headers = from() }: { altcha?: unknown; headers?: Record<string, string> } = {},
) {
  const solution = altcha === undefined ? await solvedFor(source) : altcha;
  return test.server
    .client()
    .post(`/public/forms/${source.token}`, { values, altcha: solution }, headers);
}

async function solvedFor(source: LeadSource): Promise<string> {
  const altcha = solved(await challengeOf(test.server.client(), source));
  test.server.clock.advance(3000);
  return altcha;
}

const makeForm = (values: Record<string, unknown> = {}) =>
  makePage(test.admin, { repeat: 'new', ...values });

const leadOf = async (id: number) => (await test.admin.get<Lead>(`/leads/${id}`)).body.data;

describe('a form', () => {
  it('makes a lead, given in turn, once for each solution', async () => {
    const people = [await signInNew(test.server), await signInNew(test.server)];
    const assign_to = people.map(({ id }) => id);
    const source = await makeForm({
      lead_source: 'website',
      assign_to,
      page: { thanks: 'Thank you', redirect_url: 'https://example.com/thanks' },
    });
    const form = (await test.server.client().get(`/public/forms/${source.token}`)).body.data;
    expect(form).toMatchObject({ title: 'Contact us', intro: null, fields: expect.any(Array) });
    expect(form).toMatchObject({
      challenge: { algorithm: 'SHA-256', maxnumber: 50_000, salt: expect.any(String) },
    });
    const altcha = await solvedFor(source);
    const first = await send(
      source,
      { ...asha, initial_inquiry: '<script>alert(1)</script>' },
      { altcha },
    );
    expect([first.status, first.body.data]).toEqual([
      201,
      { thanks: 'Thank you', redirect_url: 'https://example.com/thanks' },
    ]);
    const again = await send(source, asha, { altcha });
    expect([again.status, again.body.code]).toEqual([400, 'form.check_failed']);
    const [arrival] = await arrivalsOf(test.admin, source);
    expect(arrival).toMatchObject({ status: 'accepted', record: { type: 'lead' } });
    expect(await leadOf(arrival?.record?.id ?? 0)).toMatchObject({
      company_name: 'Asha Patil',
      contact_person: 'Asha Patil',
      status: 'active',
      lead_source: 'website',
      assigned_to: assign_to[0],
      initial_inquiry: '<script>alert(1)</script>',
      current_stage_id: expect.any(Number),
    });
    const timeline = await test.admin.get<{ actor: string }[]>(
      `/leads/${arrival?.record?.id}/timeline`,
    );
    expect(timeline.body.data[0]?.actor).toBe('Website (lead source)');
    const feed = await test.admin.get('/activity?type=leads');
    expect(feed.content.toString()).toContain('Website (lead source)');
    await test.admin.delete(`/lead-sources/${source.id}`);
    expect((await leadOf(arrival?.record?.id ?? 0)).id).toBe(arrival?.record?.id);
  });

  it('shows own fields of leads, and those that a lead must have', async () => {
    const define = (values: object) =>
      makeRecord<{ id: number }>(test.admin, '/custom-fields', { kind: 'leads', ...values });
    const choices = [{ value: 'cnc', label: 'CNC Lathe' }];
    const off = { value: 'vmc', label: 'VMC', is_active: false };
    const { id: machine } = await define({
      label: 'Machine',
      type: 'choice',
      choices: [...choices, off],
    });
    const { id: grade } = await define({ label: 'Grade', type: 'text', required: true });
    const { id: urgent } = await define({ label: 'Urgent', type: 'flag' });
    const names = ['contact_person', 'phone', 'custom.machine', 'custom.urgent'];
    const fields = names.map((name) => ({ name, required: name === 'custom.machine' }));
    const source = await makeForm({ page: { fields } });
    const form = await test.server
      .client()
      .get<{ fields: { name: string }[] }>(`/public/forms/${source.token}`);
    expect(form.body.data.fields.slice(2)).toMatchObject([
      { name: 'custom.machine', label: 'Machine', type: 'choice', required: true, choices },
      { name: 'custom.urgent', type: 'choice', required: false },
      { name: 'custom.grade', label: 'Grade', type: 'text', required: true },
    ]);
    const html = await (await fetch(`${test.server.url}/f/${source.token}`)).text();
    expect(html).toContain('<option value="cnc">CNC Lathe</option>');
    expect(html).not.toContain('VMC');
    const old = await send(source, { ...asha, 'custom.machine': 'vmc', 'custom.grade': 'EN8' });
    expect([old.status, old.body.details]).toEqual([
      400,
      [{ field: 'custom.machine', message: 'Machine must be one of CNC Lathe' }],
    ]);
    const refused = await send(source, { ...asha, 'custom.machine': 'cnc' });
    expect([refused.status, refused.body.details]).toEqual([
      400,
      [{ field: 'custom.grade', message: 'Grade is required' }],
    ]);
    const values = { 'custom.machine': 'cnc', 'custom.grade': 8, 'custom.urgent': true };
    expect((await send(source, { ...asha, ...values })).status).toBe(201);
    const [arrival] = await arrivalsOf(test.admin, source);
    expect((await leadOf(arrival?.record?.id ?? 0)).custom).toEqual({
      machine: 'cnc',
      grade: '8',
      urgent: true,
    });
    for (const id of [machine, grade, urgent])
      await test.admin.put(`/custom-fields/${id}`, { is_active: false });
    expect((await send(source, asha)).status).toBe(201);
  });

  it('takes one solution once, sent a hundred times at once', async () => {
    const source = await makeForm();
    const altcha = await solvedFor(source);
    const all = await Promise.all(
      Array.from({ length: 100 }, () => send(source, asha, { altcha })),
    );
    const counted = statusesOf(all);
    expect(counted).toEqual([201, ...Array<number>(99).fill(400)]);
    expect(await arrivalsOf(test.admin, source)).toHaveLength(1);
  });

  it('gives concurrent visitors to different people', async () => {
    const people = await Promise.all([1, 2, 3].map(() => signInNew(test.server)));
    const ids = people.map(({ id }) => id);
    const source = await makeForm({ assign_to: ids, repeat: 'new' });
    const solutions = [];
    for (let at = 0; at < 9; at += 1) solutions.push(await solvedFor(source));
    const sent = await Promise.all(solutions.map((altcha) => send(source, asha, { altcha })));
    expect(statusesOf(sent)).toEqual(Array(9).fill(201));
    const arrivals = await arrivalsOf(test.admin, source);
    const turns = await Promise.all(
      arrivals.map(async ({ record }) => (await leadOf(record?.id ?? 0)).assigned_to),
    );
    for (let at = 0; at + 3 <= turns.length; at += 3)
      expect(new Set(turns.slice(at, at + 3))).toEqual(new Set(ids));
  });

  it('refuses solutions that are missing, wrong, late or of another form', async () => {
    const source = await makeForm();
    const other = await makeForm();
    const challenge = await challengeOf(test.admin, source);
    const solution = JSON.parse(Buffer.from(solved(challenge), 'base64').toString()) as {
      salt: string;
      number: number;
    };
    const changed = (change: object) =>
      Buffer.from(JSON.stringify({ ...solution, ...change })).toString('base64');
    // Signs of the number moved to the time give the same hash.
    const digits = String(solution.number);
    const spliced = { salt: `${solution.salt}${digits[0]}`, number: Number(digits.slice(1)) };
    const own = newChallenge(Buffer.alloc(32), new Date());
    test.server.clock.advance(3000);
    const wrong: unknown[] = [
      '',
      'nonsense',
      changed({ number: solution.number + 1 }),
      changed({ number: -1 }),
      changed({ number: digits }),
      changed({ signature: '00' }),
      changed({ signature: null }),
      changed({ algorithm: 'SHA-1' }),
      changed(spliced),
      solved(own),
      solved(await challengeOf(test.admin, other)),
    ];
    for (const altcha of wrong) {
      const refused = await send(source, asha, { altcha });
      expect([refused.status, refused.body.code], String(altcha)).toEqual([
        400,
        'form.check_failed',
      ]);
    }
    test.server.clock.advance(10 * 60_000);
    expect((await send(source, asha, { altcha: changed({}) })).body.code).toBe('form.check_failed');
    const missing = await test.server
      .client()
      .post(`/public/forms/${source.token}`, { values: asha }, from());
    expect(missing.body.code).toBe('form.check_failed');
    expect(await arrivalsOf(test.admin, source)).toEqual([]);
  });

  it('names the field of a value that is wrong, and takes its solution afterwards', async () => {
    const source = await makeForm();
    const altcha = await solvedFor(source);
    const refusals: [unknown, string][] = [
      [{ phone: '12' }, 'contact_person'],
      [{ ...asha, email: 'nobody' }, 'email'],
      [{ ...asha, city: 'Pune' }, 'city'],
      [{ ...asha, initial_inquiry: 'x'.repeat(1001) }, 'initial_inquiry'],
      [{ ...asha, email: ['a@b.example'] }, 'values.email'],
      ['text', 'values'],
    ];
    for (const [values, field] of refusals) {
      const refused = await send(source, values, { altcha });
      expect([refused.status, refused.body.details[0]?.field]).toEqual([400, field]);
    }
    expect((await send(source, { ...asha, email: 'x'.repeat(900_000) }, { altcha })).status).toBe(
      400,
    );
    expect((await send(source, { ...asha, email: 'x'.repeat(1_100_000) }, { altcha })).status).toBe(
      413,
    );
    const formula = { ...asha, company_name: '=1+1' };
    expect((await send(source, formula, { altcha })).status).toBe(201);
  });

  it('stores spam without a lead, until an administrator accepts it', async () => {
    const source = await makeForm();
    expect((await send(source, { ...asha, fax: '1\u0000\ud800' })).status).toBe(201);
    const hasty = solved(await challengeOf(test.admin, source));
    expect((await send(source, asha, { altcha: hasty })).status).toBe(201);
    const spam = await arrivalsOf(test.admin, source);
    expect(spam.map(({ status, record }) => [status, record])).toEqual([
      ['spam', null],
      ['spam', null],
    ]);
    const accept = `/lead-sources/${source.id}/arrivals/${spam[1]?.id}/accept`;
    const accepted = await test.admin.post(accept);
    expect(accepted.body.data).toMatchObject({ status: 'accepted', record: { type: 'lead' } });
    const twice = await test.admin.post(accept);
    expect([twice.status, twice.body.code]).toEqual([409, 'arrival.has_record']);
    expect((await test.admin.post(`/lead-sources/${source.id}/arrivals/0/accept`)).status).toBe(
      404,
    );
  });

  it('is closed by another token, by its switch and by its end', async () => {
    const source = await makeForm();
    const renewed = (await test.admin.post<LeadSource>(`/lead-sources/${source.id}/token`)).body
      .data;
    expect(renewed.token).not.toBe(source.token);
    const former = await test.server.client().get(`/public/forms/${source.token}`);
    expect([former.status, former.body.error]).toEqual([404, 'This form is closed']);
    const page = await fetch(`${test.server.url}/f/${source.token}`);
    expect([page.status, await page.text()]).toEqual([
      404,
      expect.stringContaining('This form is closed'),
    ]);
    await test.admin.put(`/lead-sources/${source.id}`, { is_active: false });
    expect((await test.server.client().get(`/public/forms/${renewed.token}`)).status).toBe(404);
    await test.admin.put(`/lead-sources/${source.id}`, { is_active: true });
    expect((await test.server.client().get(`/public/forms/${renewed.token}`)).status).toBe(200);
    await test.admin.delete(`/lead-sources/${source.id}`);
    expect((await test.server.client().get(`/public/forms/${renewed.token}`)).status).toBe(404);
  });

  it('is shown in frames of its sites alone', async () => {
    const plain = await makeForm();
    const framed = await makeForm({
      page: { title: '<b>Fair</b>', allowed_sites: ['https://www.example.com'] },
    });
    const pageOf = async ({ token }: LeadSource) => fetch(`${test.server.url}/f/${token}`);
    const closed = await pageOf(plain);
    expect(closed.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(closed.headers.get('x-frame-options')).toBe('DENY');
    const open = await pageOf(framed);
    expect(open.headers.get('content-security-policy')).toContain(
      'frame-ancestors https://www.example.com',
    );
    expect(open.headers.get('x-frame-options')).toBeNull();
    expect(await open.text()).toContain('&lt;b&gt;Fair&lt;/b&gt;');
  });
});

describe('the limits of a form', () => {
  it('are five a minute of one network', async () => {
    const source = await makeForm();
    const headers = from();
    const statuses = [];
    for (let at = 0; at < 12 && statuses.at(-1) !== 429; at += 1)
      statuses.push((await send(source, asha, { altcha: '', headers })).status);
    expect(statuses.at(-1)).toBe(429);
    expect(statuses.length).toBeGreaterThan(5);
  });

  it('are sixty a minute of all together', async () => {
    const source = await makeForm();
    await insertArrivals(source, 59);
    const last = await solvedFor(source);
    const over = await solvedFor(source);
    const sent = await Promise.all([last, over].map((altcha) => send(source, asha, { altcha })));
    expect(statusesOf(sent)).toEqual([201, 429]);
    const refused = sent.find(({ status }) => status === 429);
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('are a thousand a day', async () => {
    const source = await makeForm();
    await insertArrivals(source, 1000, 3_600_000);
    expect((await send(source)).status).toBe(429);
    test.server.clock.advance(24 * 3_600_000);
    expect((await send(source)).status).toBe(201);
  });
});

async function insertArrivals({ id }: LeadSource, count: number, ageMs = 0): Promise<void> {
  const at = new Date(test.server.clock.now().getTime() - ageMs);
  await test.server.database.pool.query(
    `insert into lead_arrivals (source_id, at, status, "values")
      select $1, $2, 'spam', '{}' from generate_series(1, $3)`,
    [id, at, count],
  );
}
