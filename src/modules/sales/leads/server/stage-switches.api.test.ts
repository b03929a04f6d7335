import { beforeEach, describe, expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import { whileHeld } from '~/modules/organization/users/server/users.builders';
import type { Lead } from '../leads.fields';
import type { Stage } from '../stages.fields';
import { leadBody, makeLead } from './leads.builders';
import {
  changeStage,
  findStageCalled,
  firstStages,
  listStages,
  resetStages,
} from './stages.builders';

const test = fileServer();

beforeEach(() => resetStages(test.server.database));

const stageCalled = (name: string) => findStageCalled(test.admin, name);

const change = (name: string, body: object) => changeStage(test.admin, name, body);

describe('switching a stage off', () => {
  it('takes it out of the lead’s ways and back in', async () => {
    expect((await change('New', { is_active: false })).body.data.is_active).toBe(false);
    const { id } = await stageCalled('New');
    const lead = await makeLead(test.admin);
    expect(lead.stage_name).toBe('Contacted');
    const move = await test.admin.put(`/leads/${lead.id}/stage`, { current_stage_id: id });
    expect(move.status).toBe(400);
    expect(move.body.error).toBe('The stage New is inactive. Choose another one.');
    expect((await change('New', { is_active: true })).status).toBe(200);
    expect((await makeLead(test.admin)).stage_name).toBe('New');
  });

  it('is refused while it has leads, with their number', async () => {
    await makeLead(test.admin);
    const one = await change('New', { is_active: false });
    expect(one.status).toBe(409);
    expect(one.body.error).toBe(
      'New has 1 lead and cannot be deactivated. Move it to another stage first.',
    );
    await makeLead(test.admin);
    expect((await change('New', { is_active: false })).body.error).toBe(
      'New has 2 leads and cannot be deactivated. Move them to another stage first.',
    );
    expect((await stageCalled('New')).is_active).toBe(true);
  });

  it('counts converted leads, which cannot be moved', async () => {
    const { id } = await makeLead(test.admin);
    await test.admin.post(`/leads/${id}/convert`);
    expect((await change('Won', { is_active: false })).body.error).toBe(
      'Won has 1 lead and cannot be deactivated: converted leads cannot be moved.',
    );
  });

  it('is refused for the last active one, also when the last two go at once', async () => {
    for (const name of firstStages.slice(2)) {
      expect((await change(name, { is_active: false })).status).toBe(200);
    }
    const responses = await Promise.all(
      ['New', 'Contacted'].map((name) => change(name, { is_active: false })),
    );
    expect(responses.map((response) => response.status).sort((a, b) => a - b)).toEqual([200, 409]);
    const remaining = (await listStages(test.admin)).filter((stage) => stage.is_active);
    expect(remaining).toHaveLength(1);
    expect(responses.find((response) => response.status === 409)?.body.error).toBe(
      `${remaining[0]?.stage_name} is the last active stage and cannot be deactivated`,
    );
  });

  it('waits for a lead on its way in, and is then refused', async () => {
    const { id } = await stageCalled('Proposal');
    const comingIn = `with held as (select id from pipeline_stages where id = $1 for share)
      insert into leads (company_name, contact_person, current_stage_id, created_at, updated_at)
      select 'Acme', 'Bo', id, now(), now() from held`;
    const off = await whileHeld(test.server.database, { statement: comingIn, id, waiting: 1 }, () =>
      test.admin.put(`/pipeline/stages/${id}`, { is_active: false }),
    );
    expect(off.status).toBe(409);
    expect(off.body.error).toMatch(/^Proposal has 1 lead/);
  });

  it('is waited for by a lead on its way in, which is then refused or starts in the next one', async () => {
    const { id } = await stageCalled('New');
    const lead = await makeLead(test.admin, { current_stage_id: (await stageCalled('Won')).id });
    const goingOff = 'update pipeline_stages set is_active = false where id = $1';
    const [move, created] = await whileHeld(
      test.server.database,
      { statement: goingOff, id, waiting: 2 },
      () =>
        Promise.all([
          test.admin.put(`/leads/${lead.id}/stage`, { current_stage_id: id }),
          test.admin.post<Lead>('/leads', leadBody()),
        ]),
    );
    expect(move.status).toBe(400);
    expect(move.body.error).toBe('The stage New is inactive. Choose another one.');
    expect(created.body.data.stage_name).toBe('Contacted');
  });

  it('and a lead on its way in never end in a stage that is off', async () => {
    const target = await stageCalled('Proposal');
    for (let round = 0; round < 8; round += 1) {
      const lead = await makeLead(test.admin);
      const [move, off] = await Promise.all([
        test.admin.put(`/leads/${lead.id}/stage`, { current_stage_id: target.id }),
        test.admin.put<Stage>(`/pipeline/stages/${target.id}`, { is_active: false }),
      ]);
      expect([move.status, off.status]).toSatisfy(
        ([moved, switched]: number[]) =>
          (moved === 200 && switched === 409) || (moved === 400 && switched === 200),
      );
      await test.admin.delete(`/leads/${lead.id}`);
      await test.admin.put(`/pipeline/stages/${target.id}`, { is_active: true });
    }
  });
});
