import { describe, expect, it } from 'vitest';
import { fileServer } from '~/app/test-file-server';
import { startTestServer } from '~/app/test-server';
import type { Lead } from '../leads.fields';
import type { Stage } from '../stages.fields';
import { leadBody } from './leads.builders';

const test = fileServer();

async function makeLead(values = {}): Promise<number> {
  const answer = await test.admin.post<Lead>('/leads', leadBody(values));
  expect(answer.status).toBe(201);
  return answer.body.data.id;
}

describe('creating a lead', () => {
  it('starts active in the first stage, trimmed, with empty text as null', async () => {
    const answer = await test.admin.post<Lead>(
      '/leads',
      leadBody({ company_name: '  Acme  ', city: '   ', website: 'acme.example' }),
    );
    expect(answer.status).toBe(201);
    expect(answer.body.data).toMatchObject({
      company_name: 'Acme',
      city: null,
      website: 'https://acme.example',
      status: 'active',
      stage_name: 'New',
      assigned_to: null,
      converted_customer_id: null,
    });
    expect(answer.body.data.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  });

  it.each([
    [{ company_name: '' }, 'company_name', 'Company name is required and cannot be empty'],
    [{ company_name: ' ' }, 'company_name', 'Company name is required and cannot be empty'],
    [{ company_name: 'A' }, 'company_name', 'Company name must be at least 2 characters'],
    [
      { company_name: 'x'.repeat(101) },
      'company_name',
      'Company name cannot exceed 100 characters',
    ],
    [{ company_name: 12 }, 'company_name', 'Company Name must be text'],
    [{ contact_person: null }, 'contact_person', 'Contact person is required and cannot be empty'],
    [{ email: 'nobody' }, 'email', /^Please enter a valid email address \(e\.g\., /],
    [
      { email: `${'x'.repeat(250)}@acme.example` },
      'email',
      'Email address cannot exceed 255 characters',
    ],
    [{ phone: '12345' }, 'phone', 'Please enter a valid phone number (at least 10 digits)'],
    [{ phone: 'call me maybe' }, 'phone', 'Please enter a valid phone number (at least 10 digits)'],
    [{ website: 'nodots' }, 'website', 'Please enter a valid website URL'],
    [{ website: 'javascript:alert(1)' }, 'website', 'Please enter a valid website URL'],
    [{ annual_revenue: -1 }, 'annual_revenue', 'Annual revenue must be a number of at least 0'],
    [
      { annual_revenue: 1_000_000_000_000 },
      'annual_revenue',
      'Annual revenue cannot exceed $999,999,999,999',
    ],
    [
      { annual_revenue: 1.005 },
      'annual_revenue',
      'Estimated Value cannot have more than two decimals',
    ],
    [{ annual_revenue: '5' }, 'annual_revenue', 'Annual revenue must be a number of at least 0'],
    [{ lead_score: 101 }, 'lead_score', 'Lead score must be between 0 and 100'],
    [{ lead_score: 1.5 }, 'lead_score', 'Lead Score must be a whole number'],
    [{ postal_code: 'A!' }, 'postal_code', 'Please enter a valid postal code'],
    [{ industry: 'x'.repeat(51) }, 'industry', 'Industry cannot exceed 50 characters'],
    [{ state: 'x'.repeat(51) }, 'state', 'State/Province cannot exceed 50 characters'],
    [
      { initial_inquiry: 'x'.repeat(1001) },
      'initial_inquiry',
      'Initial Inquiry cannot exceed 1000 characters',
    ],
    [{ status: 'sleeping' }, 'status', /^Status must be one of active/],
    [{ current_stage_id: 999 }, 'current_stage_id', 'There is no such pipeline stage'],
    [{ assigned_to: 999 }, 'assigned_to', 'The assignee must be an active user'],
    [{ assigned_to: '1' }, 'assigned_to', 'Assigned To must be the id of an existing record'],
    [{ surprise: 1 }, 'surprise', 'Unknown field "surprise"'],
    [{ id: 7 }, 'id', 'Unknown field "id"'],
    [{ industry: 'a\u0000b' }, 'industry', 'Industry contains characters that cannot be stored'],
  ])('refuses %j', async (values, field, message) => {
    const answer = await test.admin.post('/leads', { ...leadBody(), ...values });
    expect(answer.status).toBe(400);
    expect(answer.body.details).toContainEqual({
      field,
      message: typeof message === 'string' ? message : expect.stringMatching(message),
    });
    expect(answer.body.error).toBe(answer.body.details[0]?.message);
  });

  it('takes tabs and line breaks in a text of one line as spaces, and keeps those of a long one', async () => {
    const initial_inquiry = 'Two pumps\n\tand a valve';
    const id = await makeLead({ company_name: 'Deccan\tPumps\r\nLtd', initial_inquiry });
    const path = `/leads/${id}`;
    const made = (await test.admin.get<Lead>(path)).body.data;
    expect(made).toMatchObject({ company_name: 'Deccan Pumps Ltd', initial_inquiry });
    const changed = await test.admin.put<Lead>(path, { city: 'Navi\nMumbai\t' });
    expect(changed.body.data.city).toBe('Navi Mumbai');
  });

  it('keeps hostile text exactly as it was typed', async () => {
    const hostile = `<script>alert('1')</script> "; drop table leads; -- \u202eabc 🏭 ₹`;
    const id = await makeLead({ initial_inquiry: hostile });
    expect((await test.admin.get<Lead>(`/leads/${id}`)).body.data.initial_inquiry).toBe(hostile);
  });

  it.each([
    ['[]', 'application/json', 400],
    ['"text"', 'application/json', 400],
    ['null', 'application/json', 400],
    ['{"company_name":', 'application/json', 400],
    ['{"__proto__":{"x":1},"company_name":"Acme","contact_person":"Bo"}', 'application/json', 400],
    ['company_name=Acme', 'application/x-www-form-urlencoded', 415],
    ['{}', 'text/plain', 415],
    [JSON.stringify({ company_name: 'x'.repeat(1_100_000) }), 'application/json', 413],
  ])('answers malformed body %.30s as %s with %i', async (body, type, status) => {
    const answer = await test.admin.send('POST', '/leads', body, { 'content-type': type });
    expect(answer.status).toBe(status);
    expect(answer.body).toMatchObject({ success: false, error: expect.stringMatching(/\w/) });
  });

  it('takes created only by conversion as converted', async () => {
    const answer = await test.admin.post<Lead>('/leads', leadBody({ status: 'converted' }));
    expect(answer.status).toBe(409);
    expect(answer.body.error).toBe('A lead becomes converted only by converting it to a customer');
  });
});

describe('changing a lead', () => {
  it('changes one field and answers the whole record', async () => {
    const id = await makeLead({ city: 'Pune' });
    const answer = await test.admin.put(`/leads/${id}`, { phone: '+91 98200 12345' });
    expect(answer.status).toBe(200);
    expect(answer.body.data).toMatchObject({ id, city: 'Pune', phone: '+91 98200 12345' });
  });

  it('refuses a change made on an older version, and shows the newer one', async () => {
    const id = await makeLead();
    const { updated_at } = (await test.admin.get<Lead>(`/leads/${id}`)).body.data;
    expect((await test.admin.put(`/leads/${id}`, { city: 'Pune', updated_at })).status).toBe(200);
    const late = await test.admin.put<Lead>(`/leads/${id}`, { city: 'Nashik', updated_at });
    expect(late.status).toBe(409);
    expect(late.body.error).toBe('This record was changed by someone else');
    expect(late.body.data.city).toBe('Pune');
  });

  it('lets one of two who change the same version at once win', async () => {
    const id = await makeLead();
    const { updated_at } = (await test.admin.get<Lead>(`/leads/${id}`)).body.data;
    const answers = await Promise.all(
      ['Pune', 'Nashik'].map((city) => test.admin.put(`/leads/${id}`, { city, updated_at })),
    );
    expect(answers.map((answer) => answer.status).sort((a, b) => a - b)).toEqual([200, 409]);
  });

  it('moves to another stage, and not to one that is unknown', async () => {
    const id = await makeLead();
    const stages = (await test.admin.get<Stage[]>('/pipeline/stages')).body.data;
    expect(stages).toHaveLength(6);
    const third = stages[2]?.id;
    const moved = await test.admin.put(`/leads/${id}/stage`, { current_stage_id: third });
    expect(moved.body.data).toMatchObject({ current_stage_id: third, stage_name: 'Qualified' });
    expect((await test.admin.put(`/leads/${id}/stage`, { current_stage_id: 99 })).status).toBe(400);
    expect((await test.admin.put(`/leads/${id}/stage`, {})).body.error).toBe(
      'Choose the stage to move to',
    );
  });

  it('says 404 for a lead that is not there and 400 for an id that is none', async () => {
    for (const id of ['999999', '99999999999']) {
      expect((await test.admin.get<Lead>(`/leads/${id}`)).status).toBe(404);
      expect((await test.admin.put(`/leads/${id}`, { city: 'Pune' })).status).toBe(404);
      expect((await test.admin.delete(`/leads/${id}`)).status).toBe(404);
    }
    expect((await test.admin.get('/leads/abc')).status).toBe(400);
  });
});

describe('the list', () => {
  it('comes newest first with an ETag, 304 while nothing changed, and a new tag when something did', async () => {
    const older = await makeLead({ company_name: 'Older' });
    const newer = await makeLead({ company_name: 'Newer' });
    const first = await test.admin.get<Lead[]>('/leads');
    const ids = first.body.data.map((lead) => lead.id);
    expect(ids.indexOf(newer)).toBeLessThan(ids.indexOf(older));
    const etag = first.headers.get('etag') ?? '';
    expect(etag).not.toBe('');
    const same = await test.admin.get<Lead[]>('/leads', { 'if-none-match': etag });
    expect(same.status).toBe(304);
    await test.admin.put(`/leads/${older}`, { city: 'Surat' });
    const changed = await test.admin.get<Lead[]>('/leads', { 'if-none-match': etag });
    expect(changed.status).toBe(200);
    expect(changed.body.data.find((lead) => lead.id === older)?.city).toBe('Surat');
  });

  it('never lets a tag stand for rows that a writer under way has yet to commit', async () => {
    const writer = await test.server.database.pool.connect();
    try {
      await writer.query('begin');
      await writer.query(`update leads set city = 'Unseen' where id = (select min(id) from leads)`);
      const meanwhile = await test.admin.get<Lead[]>('/leads');
      await writer.query('commit');
      const after = await test.admin.get<Lead[]>('/leads', {
        'if-none-match': meanwhile.headers.get('etag') ?? '',
      });
      expect(after.status).toBe(200);
      expect(after.body.data.some((lead) => lead.city === 'Unseen')).toBe(true);
    } finally {
      writer.release();
    }
  });

  it('is an empty array in an empty database, and refused without a session', async () => {
    const empty = await startTestServer();
    try {
      const client = await empty.signIn();
      expect((await client.get('/leads')).body).toEqual({ success: true, data: [] });
      expect((await empty.client().get('/leads')).status).toBe(401);
    } finally {
      await empty.close();
    }
  });
});

it('deletes a lead', async () => {
  const id = await makeLead();
  expect((await test.admin.delete(`/leads/${id}`)).status).toBe(200);
  expect((await test.admin.get<Lead>(`/leads/${id}`)).status).toBe(404);
});

it('writes each change into the activity log, with who, before and after', async () => {
  const id = await makeLead({ city: 'Pune' });
  await test.admin.put(`/leads/${id}`, { city: 'Nashik' });
  await test.admin.delete(`/leads/${id}`);
  const log = await test.server.database.pool.query(
    `select action, user_name, before, after from activity where type = 'lead' and record_id = $1 order by id`,
    [id],
  );
  expect(log.rows).toMatchObject([
    { action: 'created', before: null },
    { action: 'updated', before: { city: 'Pune' }, after: { city: 'Nashik' } },
    { action: 'deleted', after: null },
  ]);
});
