import { beforeEach, describe, expect, it } from 'vitest';
import { fileServer } from '~/app/test-file-server';
import { makeUser } from '~/modules/users/server/users.builders';
import type { Lead } from '../leads.fields';
import type { Stage } from '../stages.fields';
import { leadBody } from './leads.builders';
import { findStageCalled, firstStages, resetStages } from './stages.builders';

const test = fileServer();

beforeEach(() => resetStages(test.server.database));

const stageCalled = (name: string) => findStageCalled(test.admin, name);

async function change(name: string, body: object, client = test.admin) {
  const { id } = await stageCalled(name);
  return client.put<Stage>(`/pipeline/stages/${id}`, body);
}

async function makeLead(values = {}): Promise<Lead> {
  return (await test.admin.post<Lead>('/leads', leadBody(values))).body.data;
}

async function allStages(): Promise<Stage[]> {
  return (await test.admin.get<Stage[]>('/pipeline/stages')).body.data;
}

async function expectOrder(expected: readonly string[]): Promise<void> {
  const stages = await allStages();
  expect(stages.map((stage) => stage.stage_name)).toEqual(expected);
  expect(stages.map((stage) => stage.stage_order)).toEqual(expected.map((_, index) => index + 1));
}

describe('who may', () => {
  it('lets everybody read the stages and only administrators change them', async () => {
    const user = await makeUser({ database: test.server.database, clock: test.server.clock });
    const client = await test.server.signIn(user.username, user.password);
    expect((await client.get('/pipeline/stages')).status).toBe(200);
    const made = await client.post('/pipeline/stages', { stage_name: 'Trial' });
    expect(made.status).toBe(403);
    expect(made.body.error).toBe('Only an administrator may do this');
    expect((await change('New', { stage_name: 'Trial' }, client)).status).toBe(403);
    const stranger = test.server.client();
    expect((await stranger.get('/pipeline/stages')).status).toBe(401);
    expect((await stranger.post('/pipeline/stages', { stage_name: 'Trial' })).status).toBe(401);
    expect((await change('New', { stage_name: 'Trial' }, stranger)).status).toBe(401);
    await expectOrder(firstStages);
  });
});

describe('adding a stage', () => {
  it('puts it at the end, active, trimmed', async () => {
    const answer = await test.admin.post<Stage>('/pipeline/stages', {
      stage_name: '  Site visit ',
      description: '  ',
    });
    expect(answer.status).toBe(201);
    expect(answer.body.data).toMatchObject({
      stage_name: 'Site visit',
      description: null,
      stage_order: 7,
      is_active: true,
    });
    await expectOrder([...firstStages, 'Site visit']);
  });

  it('puts it where it is wanted, and the others move along', async () => {
    await test.admin.post('/pipeline/stages', { stage_name: 'Site visit', stage_order: 3 });
    await expectOrder([
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
    const answer = await test.admin.post('/pipeline/stages', body);
    expect(answer.status).toBe(400);
    expect(answer.body.details).toContainEqual({ field, message });
    await expectOrder(firstStages);
  });

  it('keeps hostile text as it was typed', async () => {
    const hostile = `<script>alert('1')</script>"; drop table leads`;
    const answer = await test.admin.post<Stage>('/pipeline/stages', { stage_name: hostile });
    expect(answer.body.data.stage_name).toBe(hostile);
  });

  it('refuses a name that another stage has, whatever its case', async () => {
    const answer = await test.admin.post('/pipeline/stages', { stage_name: ' pROPOSAL ' });
    const { id } = await stageCalled('Proposal');
    expect(answer.status).toBe(409);
    expect(answer.body).toMatchObject({
      error: 'There is already a stage called Proposal',
      details: [{ field: 'stage_name', record: { type: 'stage', id, label: 'Proposal' } }],
    });
  });

  it('makes one of two that are sent at once with the same name', async () => {
    const answers = await Promise.all(
      ['Trial', 'TRIAL', 'trial'].map((stage_name) =>
        test.admin.post('/pipeline/stages', { stage_name }),
      ),
    );
    expect(answers.map((answer) => answer.status).sort((a, b) => a - b)).toEqual([201, 409, 409]);
    expect(await allStages()).toHaveLength(7);
  });
});

describe('changing a stage', () => {
  it('renames and describes it, and its leads show the new name', async () => {
    const lead = await makeLead();
    const answer = await change('New', { stage_name: 'Fresh', description: 'Just in' });
    expect(answer.status).toBe(200);
    expect(answer.body.data).toMatchObject({ stage_name: 'Fresh', description: 'Just in' });
    expect((await test.admin.get<Lead>(`/leads/${lead.id}`)).body.data.stage_name).toBe('Fresh');
  });

  it('may change the case of its own name, and not take another’s', async () => {
    expect((await change('Won', { stage_name: 'WON' })).status).toBe(200);
    expect((await change('WON', { stage_name: 'new' })).status).toBe(409);
  });

  it.each([
    [1, ['Proposal', 'New', 'Contacted', 'Qualified', 'Negotiation', 'Won']],
    [4, firstStages],
    [6, ['New', 'Contacted', 'Qualified', 'Negotiation', 'Won', 'Proposal']],
  ])('moves to order %i, and the others close up', async (stage_order, expected) => {
    const answer = await change('Proposal', { stage_order });
    expect(answer.body.data.stage_order).toBe(stage_order);
    await expectOrder(expected);
  });

  it('refuses an order beyond the last', async () => {
    const answer = await change('New', { stage_order: 7 });
    expect(answer.status).toBe(400);
    expect(answer.body.error).toBe('The order must be between 1 and 6');
    await expectOrder(firstStages);
  });

  it('leaves nothing changed when one part is refused', async () => {
    const answer = await change('New', { stage_order: 3, stage_name: 'Won' });
    expect(answer.status).toBe(409);
    await expectOrder(firstStages);
  });

  it('refuses a change made on an older version, and one that others moved is another version', async () => {
    const { updated_at } = await stageCalled('New');
    await change('Contacted', { stage_order: 1 });
    const late = await change('New', { description: 'Old', updated_at });
    expect(late.status).toBe(409);
    expect(late.body.error).toBe('This record was changed by someone else');
    expect(late.body.data).toMatchObject({ stage_name: 'New', stage_order: 2 });
  });

  it('says 404 for a stage that is not there and 400 for an id that is none', async () => {
    expect((await test.admin.put('/pipeline/stages/999', { description: 'x' })).status).toBe(404);
    expect((await test.admin.put('/pipeline/stages/one', { description: 'x' })).status).toBe(400);
  });

  it('keeps the order a permutation when administrators move stages at once', async () => {
    const stages = await allStages();
    const moves = Array.from({ length: 24 }, (_, index) => ({
      id: stages[(index * 5) % 6]?.id,
      stage_order: ((index * 7) % 6) + 1,
    }));
    const answers = await Promise.all([
      ...moves.map(({ id, stage_order }) =>
        test.admin.put(`/pipeline/stages/${id}`, { stage_order }),
      ),
      test.admin.post('/pipeline/stages', { stage_name: 'Site visit', stage_order: 2 }),
    ]);
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200, 201]));
    const after = await allStages();
    expect(after.map((stage) => stage.stage_order)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(new Set(after.map((stage) => stage.stage_name))).toEqual(
      new Set([...firstStages, 'Site visit']),
    );
  });

  it('writes into the log what was changed, and which stages moved along', async () => {
    await change('Contacted', { stage_order: 1 });
    const log = await test.server.database.pool.query(
      `select title, message, before, after from activity where title like 'Stage%' order by id`,
    );
    expect(log.rows).toEqual([
      {
        title: 'Stage updated',
        message: 'Contacted: Order',
        before: { stage_order: 2 },
        after: { stage_order: 1 },
      },
      {
        title: 'Stage moved',
        message: 'New',
        before: { stage_order: 1 },
        after: { stage_order: 2 },
      },
    ]);
  });
});
