import { describe, expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import { daysOfRange } from '~/kit/shared/filters/day-ranges';
import { dayOf, startOfDay } from '~/kit/shared/time/days';
import { type Lead, leadStatuses } from '~/modules/sales/leads/leads.fields';
import { isOpen } from '~/modules/sales/leads/leads.rules';
import { makeLead } from '~/modules/sales/leads/server/leads.builders';
import { type Period, periods, type StageCount, type Stats } from '../dashboard.fields';
import { addUpLeadCounts } from '~/modules/sales/leads/server/lead-counts.service';
import { dashboardOf, zone } from './dashboard.builders';

const test = fileServer();
const { today, ask, sql } = dashboardOf(test);
async function convert(lead: Lead): Promise<void> {
  expect((await test.admin.post(`/leads/${lead.id}/convert`)).status).toBe(200);
}

/** A lead that was created then. */
async function leadOf(created: string, values: { stage?: number; status?: string } = {}) {
  const { stage = 1, status = 'active' } = values;
  await sql(
    `insert into leads (company_name, contact_person, current_stage_id, status, created_at, updated_at)
     values ('Satpura Gears', 'Ravi Iyer', $1, $2, $3, $3)`,
    [stage, status, created],
  );
}

describe('leads', () => {
  it.each(periods)('$label begins at its first midnight in the company’s zone', async (period) => {
    const since = startOfDay(daysOfRange(period.value, today()).from, zone);
    const before = await ask<Stats>('stats', period.value);
    await leadOf(new Date(Date.parse(since) - 1).toISOString());
    expect((await ask<Stats>('stats', period.value)).totalLeads).toBe(before.totalLeads);
    await leadOf(since);
    expect((await ask<Stats>('stats', period.value)).totalLeads).toBe(before.totalLeads + 1);
  });

  it('are counted right in every zone, also where it is another day', async () => {
    for (const time_zone of ['Pacific/Kiritimati', 'America/Los_Angeles', 'Asia/Kathmandu', zone]) {
      await test.admin.put('/settings', { time_zone });
      for (const { value } of periods) {
        const { from } = daysOfRange(value, dayOf(test.server.clock.now(), time_zone));
        const [truth] = await sql<{ count: number }>(
          `select count(*) from leads where created_at >= $1::timestamp at time zone $2`,
          [from, time_zone],
        );
        expect((await ask<Stats>('stats', value)).totalLeads, time_zone).toBe(truth?.count);
      }
    }
  });

  it('that are open are the active ones', async () => {
    const before = await ask<Stats>('stats');
    for (const { value } of leadStatuses) await leadOf('now', { status: value });
    const after = await ask<Stats>('stats');
    const open = leadStatuses.filter(({ value }) => isOpen({ status: value })).length;
    expect(after.totalLeads - before.totalLeads).toBe(leadStatuses.length);
    expect(after.activeLeads - before.activeLeads).toBe(open);
    expect(after.activePercentage).toBe(Math.round((after.activeLeads * 100) / after.totalLeads));
  });

  it('keep their counts true through every kind of change, many at once, and adding up', async () => {
    const created = await Promise.all(Array.from({ length: 12 }, () => makeLead(test.admin)));
    const [one, two, three] = created;
    await Promise.all([
      test.admin.put(`/leads/${one?.id}/stage`, { current_stage_id: 3 }),
      test.admin.put(`/leads/${two?.id}`, { status: 'lost' }),
      test.admin.delete(`/leads/${three?.id}`),
      leadOf('now', { stage: 2 }),
    ]);
    await sql(`update leads set current_stage_id = 1 + id % 6 where id % 2 = 0`);
    await sql(`update leads set status = 'qualified' where status = 'active' and id % 3 = 0`);
    await sql(`delete from leads where id % 7 = 0`);
    await sql(`update leads set current_stage_id = null where id % 11 = 0`);
    for (const addUp of [false, true, true]) {
      if (addUp) await addUpLeadCounts(test.server.database.db);
      for (const { value } of periods) await expectTrueCounts(value);
    }
    const [stored] = await sql<{ doubles: number }>(`select count(*) as doubles from
      (select from lead_counts group by day, stage_id, is_open having count(*) > 1) d`);
    expect(stored?.doubles).toBe(0);
  });

  it('of a stage that is switched off, or of none, are in no bar', async () => {
    await sql(`update pipeline_stages set is_active = false where stage_order = 2`);
    const names = (await ask<StageCount[]>('pipeline')).map((stage) => stage.stage_name);
    expect(names).toEqual(['New', 'Qualified', 'Proposal', 'Negotiation', 'Won']);
    await sql(`update pipeline_stages set is_active = true where stage_order = 2`);
  });
});

async function expectTrueCounts(period: Period): Promise<void> {
  const since = startOfDay(daysOfRange(period, today()).from, zone);
  const rows = await sql<{ stage: number | null; open: boolean; count: number }>(
    `select current_stage_id as stage, status in ('active', 'contacted', 'qualified') as open, count(*)
     from leads where created_at >= $1 group by 1, 2`,
    [since],
  );
  const count = (which: (row: { stage: number | null; open: boolean }) => boolean): number =>
    rows.filter(which).reduce((sum, row) => sum + row.count, 0);
  expect(await ask<Stats>('stats', period)).toMatchObject({
    totalLeads: count(() => true),
    activeLeads: count((row) => row.open),
  });
  for (const stage of await ask<StageCount[]>('pipeline', period)) {
    expect(stage.lead_count, stage.stage_name).toBe(count((row) => row.stage === stage.id));
  }
}

describe('conversions', () => {
  it('count when they happened, and are a share of the leads created or converted in the period', async () => {
    await sql('delete from leads');
    const before = await ask<Stats>('stats', 'week');
    expect(before).toMatchObject({ totalLeads: 0, convertedLeads: 0, conversionPercentage: 0 });
    await makeLead(test.admin);
    await makeLead(test.admin);
    await convert(await makeLead(test.admin));
    expect(await ask<Stats>('stats', 'week')).toMatchObject({
      totalCustomers: before.totalCustomers + 1,
      totalLeads: 3,
      activeLeads: 2,
      convertedLeads: 1,
      conversionPercentage: 33,
    });
    const older = await makeLead(test.admin);
    await sql(`update leads set created_at = now() - interval '30 days' where id = $1`, [older.id]);
    await convert(older);
    expect(await ask<Stats>('stats', 'week')).toMatchObject({
      totalLeads: 3,
      convertedLeads: 2,
      conversionPercentage: 50,
    });
  });
});
