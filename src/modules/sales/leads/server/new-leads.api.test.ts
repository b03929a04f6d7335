import { describe, expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import { statusesOf } from '~/app/testing/test-server';
import type { Lead } from '../leads.fields';
import { leadBody } from './leads.builders';

const test = fileServer();

async function makeLead(values = {}): Promise<number> {
  const response = await test.admin.post<Lead>('/leads', leadBody(values));
  expect(response.status).toBe(201);
  return response.body.data.id;
}

describe('creating a lead', () => {
  it('starts active in the first stage, trimmed, with empty text as null', async () => {
    const response = await test.admin.post<Lead>(
      '/leads',
      leadBody({ company_name: '  Acme  ', city: '   ', website: 'acme.example' }),
    );
    expect(response.status).toBe(201);
    expect(response.body.data).toMatchObject({
      company_name: 'Acme',
      city: null,
      website: 'https://acme.example',
      status: 'active',
      stage_name: 'New',
      assigned_to: null,
      converted_customer_id: null,
    });
    expect(response.body.data.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
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
    [{ current_stage_id: 999 }, 'current_stage_id', 'Stage not found'],
    [{ assigned_to: 999 }, 'assigned_to', 'The assignee must be an active user'],
    [{ assigned_to: '1' }, 'assigned_to', 'Assigned To must be the id of an existing record'],
    [{ surprise: 1 }, 'surprise', 'Unknown field "surprise"'],
    [{ id: 7 }, 'id', 'Unknown field "id"'],
    [{ industry: 'a\u0000b' }, 'industry', 'Industry contains characters that cannot be stored'],
  ])('refuses %j', async (values, field, message) => {
    const response = await test.admin.post('/leads', { ...leadBody(), ...values });
    expect(response.status).toBe(400);
    expect(response.body.details).toContainEqual({
      field,
      message: typeof message === 'string' ? message : expect.stringMatching(message),
    });
    expect(response.body.error).toBe(response.body.details[0]?.message);
  });

  it('made several times at once with one key is made once, and a corrected one is another request', async () => {
    const key = { 'idempotency-key': 'double-click' };
    const body = leadBody({ company_name: 'Konkan Valves' });
    const responses = await Promise.all(
      [1, 2, 3].map(() => test.admin.post<Lead>('/leads', body, key)),
    );
    expect(statusesOf(responses)).toEqual([201, 201, 201]);
    for (const response of responses) expect(response.body).toEqual(responses[0]?.body);
    const all = (await test.admin.get<Lead[]>('/leads')).body.data;
    expect(all.filter((lead) => lead.company_name === 'Konkan Valves')).toHaveLength(1);
    const other = await test.admin.post<Lead>('/leads', { ...body, city: 'Pune' }, key);
    expect(other.status).toBe(409);
    expect(other.body).toMatchObject({ code: 'idempotency.key_reused' });
  });

  it('takes tabs and line breaks in a text of one line as spaces, and keeps those of a long one', async () => {
    const initial_inquiry = 'Two pumps\n\tand a valve';
    const id = await makeLead({ company_name: 'Deccan\tPumps\r\nLtd', initial_inquiry });
    const path = `/leads/${id}`;
    const created = (await test.admin.get<Lead>(path)).body.data;
    expect(created).toMatchObject({ company_name: 'Deccan Pumps Ltd', initial_inquiry });
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
    const response = await test.admin.send('POST', '/leads', body, { 'content-type': type });
    expect(response.status).toBe(status);
    expect(response.body).toMatchObject({ success: false, error: expect.stringMatching(/\w/) });
  });

  it('takes created only by conversion as converted', async () => {
    const response = await test.admin.post<Lead>('/leads', leadBody({ status: 'converted' }));
    expect(response.status).toBe(409);
    expect(response.body.error).toBe('To set the status Converted, convert the lead to a customer');
  });
});
