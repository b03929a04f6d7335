import { beforeEach, describe, expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import type { Lead } from '../leads.fields';
import { makeLead } from './leads.builders';
import {
  changeStage,
  findStageCalled,
  firstStages,
  listStages,
  resetStages,
  stageNames,
} from './stages.builders';

const test = fileServer();

beforeEach(() => resetStages(test.server.database));

const stageCalled = (name: string) => findStageCalled(test.admin, name);

const change = (name: string, body: object) => changeStage(test.admin, name, body);

describe('changing a stage', () => {
  it('renames and describes it, and its leads show the new name', async () => {
    const lead = await makeLead(test.admin);
    const response = await change('New', { stage_name: 'Fresh', description: 'Just in' });
    expect(response.status).toBe(200);
    expect(response.body.data).toMatchObject({ stage_name: 'Fresh', description: 'Just in' });
    expect((await test.admin.get<Lead>(`/leads/${lead.id}`)).body.data.stage_name).toBe('Fresh');
  });

  it('may change the case of its name, but not take another stage’s name', async () => {
    expect((await change('Won', { stage_name: 'WON' })).status).toBe(200);
    expect((await change('WON', { stage_name: 'new' })).status).toBe(409);
  });

  it.each([
    [1, ['Proposal', 'New', 'Contacted', 'Qualified', 'Negotiation', 'Won']],
    [4, firstStages],
    [6, ['New', 'Contacted', 'Qualified', 'Negotiation', 'Won', 'Proposal']],
  ])('moves to order %i, and the others close up', async (stage_order, expected) => {
    const response = await change('Proposal', { stage_order });
    expect(response.body.data.stage_order).toBe(stage_order);
    expect(await stageNames(test.admin)).toEqual(expected);
  });

  it('refuses an order beyond the last', async () => {
    const response = await change('New', { stage_order: 7 });
    expect(response.status).toBe(400);
    expect(response.body.error).toBe('The order must be between 1 and 6');
    expect(await stageNames(test.admin)).toEqual(firstStages);
  });

  it('leaves nothing changed when one part is refused', async () => {
    const response = await change('New', { stage_order: 3, stage_name: 'Won' });
    expect(response.status).toBe(409);
    expect(await stageNames(test.admin)).toEqual(firstStages);
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
    const stages = await listStages(test.admin);
    const moves = Array.from({ length: 24 }, (_, index) => ({
      id: stages[(index * 5) % 6]?.id,
      stage_order: ((index * 7) % 6) + 1,
    }));
    const responses = await Promise.all([
      ...moves.map(({ id, stage_order }) =>
        test.admin.put(`/pipeline/stages/${id}`, { stage_order }),
      ),
      test.admin.post('/pipeline/stages', { stage_name: 'Site visit', stage_order: 2 }),
    ]);
    expect(new Set(responses.map((response) => response.status))).toEqual(new Set([200, 201]));
    const after = await listStages(test.admin);
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
