import { beforeEach, describe, expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import type { TestClient } from '~/app/testing/test-server';
import { makeUser } from '~/modules/organization/users/server/users.builders';
import type { Stage } from '../stages.fields';
import {
  findStageCalled,
  firstStages,
  listStages,
  resetStages,
  stageNames,
} from './stages.builders';

const test = fileServer();

beforeEach(() => resetStages(test.server.database));

const stageCalled = (name: string) => findStageCalled(test.admin, name);

async function change(name: string, body: object, client: TestClient) {
  const { id } = await findStageCalled(test.admin, name);
  return client.put(`/pipeline/stages/${id}`, body);
}

describe('who may', () => {
  it('lets everyone read the stages and only administrators change them', async () => {
    const user = await makeUser({ database: test.server.database, clock: test.server.clock });
    const client = await test.server.signIn(user.username, user.password);
    expect((await client.get('/pipeline/stages')).status).toBe(200);
    const created = await client.post('/pipeline/stages', { stage_name: 'Trial' });
    expect(created.status).toBe(403);
    expect(created.body.error).toBe('Only an administrator can do this');
    expect((await change('New', { stage_name: 'Trial' }, client)).status).toBe(403);
    const outsider = test.server.client();
    expect((await outsider.get('/pipeline/stages')).status).toBe(401);
    expect((await outsider.post('/pipeline/stages', { stage_name: 'Trial' })).status).toBe(401);
    expect((await change('New', { stage_name: 'Trial' }, outsider)).status).toBe(401);
    expect(await stageNames(test.admin)).toEqual(firstStages);
  });
});

describe('adding a stage', () => {
  it('puts it at the end, active, trimmed', async () => {
    const response = await test.admin.post<Stage>('/pipeline/stages', {
      stage_name: '  Site visit ',
      description: '  ',
    });
    expect(response.status).toBe(201);
    expect(response.body.data).toMatchObject({
      stage_name: 'Site visit',
      description: null,
      stage_order: 7,
      is_active: true,
    });
    expect(await stageNames(test.admin)).toEqual([...firstStages, 'Site visit']);
  });

  it('puts it at the requested position, and the others move along', async () => {
    await test.admin.post('/pipeline/stages', { stage_name: 'Site visit', stage_order: 3 });
    expect(await stageNames(test.admin)).toEqual([
      'New',
      'Contacted',
      'Site visit',
      'Qualified',
      'Proposal',
      'Negotiation',
      'Won',
    ]);
  });

  it.each([
    [{}, 'stage_name', 'Stage Name is required'],
    [{ stage_name: ' ' }, 'stage_name', 'Stage Name is required'],
    [{ stage_name: 5 }, 'stage_name', 'Stage Name must be text'],
    [{ stage_name: 'x'.repeat(51) }, 'stage_name', 'Stage Name cannot exceed 50 characters'],
    [
      { stage_name: 'a\u0000b' },
      'stage_name',
      'Stage Name contains characters that cannot be stored',
    ],
    [
      { stage_name: 'A', description: 'x'.repeat(201) },
      'description',
      'Description cannot exceed 200 characters',
    ],
    [{ stage_name: 'A', stage_order: 0 }, 'stage_order', 'Order must be at least 1'],
    [{ stage_name: 'A', stage_order: -3 }, 'stage_order', 'Order must be at least 1'],
    [{ stage_name: 'A', stage_order: 8 }, 'stage_order', 'The order must be between 1 and 7'],
    [{ stage_name: 'A', stage_order: 1e12 }, 'stage_order', 'Order cannot exceed 1,000'],
    [{ stage_name: 'A', stage_order: 2.5 }, 'stage_order', 'Order must be a whole number'],
    [{ stage_name: 'A', stage_order: '2' }, 'stage_order', 'Order must be a number'],
    [{ stage_name: 'A', is_active: 'yes' }, 'is_active', 'Active must be true or false'],
    [{ stage_name: 'A', id: 9 }, 'id', 'Unknown field "id"'],
    [{ stage_name: 'A', lead_count: 9 }, 'lead_count', 'Unknown field "lead_count"'],
  ])('refuses %j', async (body, field, message) => {
    const response = await test.admin.post('/pipeline/stages', body);
    expect(response.status).toBe(400);
    expect(response.body.details).toContainEqual({ field, message });
    expect(await stageNames(test.admin)).toEqual(firstStages);
  });

  it('keeps hostile text as it was typed', async () => {
    const hostile = `<script>alert('1')</script>"; drop table leads`;
    const response = await test.admin.post<Stage>('/pipeline/stages', { stage_name: hostile });
    expect(response.body.data.stage_name).toBe(hostile);
  });

  it('refuses a name that another stage has, regardless of its case', async () => {
    const response = await test.admin.post('/pipeline/stages', { stage_name: ' pROPOSAL ' });
    const { id } = await stageCalled('Proposal');
    expect(response.status).toBe(409);
    expect(response.body).toMatchObject({
      error: 'There is already a stage called Proposal',
      details: [{ field: 'stage_name', record: { type: 'stage', id, label: 'Proposal' } }],
    });
  });

  it('makes one of two that are sent at once with the same name', async () => {
    const responses = await Promise.all(
      ['Trial', 'TRIAL', 'trial'].map((stage_name) =>
        test.admin.post('/pipeline/stages', { stage_name }),
      ),
    );
    expect(responses.map((response) => response.status).sort((a, b) => a - b)).toEqual([
      201, 409, 409,
    ]);
    expect(await listStages(test.admin)).toHaveLength(7);
  });
});
