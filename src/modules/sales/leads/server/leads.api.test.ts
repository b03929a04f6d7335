import { describe, expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import { startTestServer } from '~/app/testing/test-server';
import type { Lead } from '../leads.fields';
import type { Stage } from '../stages.fields';
import { leadBody } from './leads.builders';

const test = fileServer();

async function makeLead(values = {}): Promise<number> {
  const response = await test.admin.post<Lead>('/leads', leadBody(values));
  expect(response.status).toBe(201);
  return response.body.data.id;
}

describe('changing a lead', () => {
  it('changes one field and answers the whole record', async () => {
    const id = await makeLead({ city: 'Pune' });
    const response = await test.admin.put(`/leads/${id}`, { phone: '+91 98200 12345' });
    expect(response.status).toBe(200);
    expect(response.body.data).toMatchObject({ id, city: 'Pune', phone: '+91 98200 12345' });
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
    const responses = await Promise.all(
      ['Pune', 'Nashik'].map((city) => test.admin.put(`/leads/${id}`, { city, updated_at })),
    );
    expect(responses.map((response) => response.status).sort((a, b) => a - b)).toEqual([200, 409]);
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

  it('never sends a tag that covers rows of an uncommitted writer', async () => {
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

it('writes each change into the activity log, with user, before and after', async () => {
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
