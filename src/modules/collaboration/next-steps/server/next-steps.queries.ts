import { sql } from 'kysely';
import type { Person } from '~/kit/server/database/context';
import { columnsOf, type Db, findJson } from '~/kit/server/database/db';
import { asLocked, type Locked } from '~/kit/server/database/entity';
import { notFound } from '~/kit/server/errors';
import type { Transaction } from '~/kit/server/database/transaction';
import type { ListSource } from '~/kit/server/lists/list-source';
import type { Day } from '~/kit/shared/time/days';
import { listedOf } from '~/modules/organization/workspaces/server/workspace-scope.service';
import { type NextStep, nextStepFields } from '../next-steps.fields';
import type { RecordKind, RecordRef } from '~/modules/organization/kinds/kinds.rules';
import type { Days } from '~/kit/shared/filters/day-ranges';

export type PlacedStep = NextStep & { kind: RecordKind; record_id: number };

const { created_by: _, ...shownFields } = nextStepFields;

// The column is below 0 where an API key made the step, whose name the timeline shows.
const select = sql`select ${columnsOf(shownFields, 't')},
    case when t.created_by > 0 then t.created_by end as created_by,
    trim(u.first_name || ' ' || u.last_name) as assigned_to_name
  from next_steps t left join users u on u.id = t.assigned_to`;

const placed = sql`select s.*, t.kind, t.record_id from (${select}) s join next_steps t on t.id = s.id`;

/** Open ones by their date, then those that are done, the last first. */
export function listStepsOf(person: Person, { kind, id }: RecordRef): ListSource {
  const { where, reads } = listedOf(person, kind, id);
  return {
    select: sql`${select} where t.kind = ${sql.lit(kind)} and t.record_id = ${sql.lit(id)} and ${where}
      order by t.done_at desc nulls first, t.due_date, t.id`,
    entity: 'next_steps',
    reads,
  };
}

export async function countSteps(db: Db, { kind, id }: RecordRef): Promise<number> {
  const found = await sql<{ count: number }>`select count(*) as count from next_steps
    where kind = ${kind} and record_id = ${id}`.execute(db);
  return found.rows[0]?.count ?? 0;
}

export async function getStep(db: Db, id: number): Promise<PlacedStep> {
  const step = await findJson<PlacedStep>(db, sql`${placed} where t.id = ${id}`);
  if (!step) throw notFound('Next step');
  return step;
}

export async function lockStep(trx: Transaction, id: number): Promise<Locked<PlacedStep>> {
  const [, step] = await Promise.all([
    sql`select id from next_steps where id = ${id} for update`.execute(trx),
    getStep(trx, id),
  ]);
  return asLocked(step);
}

export interface StepValues {
  text: string;
  due_date: Day;
  assigned_to: number | null;
  done_at: Date | string | null;
  reminded_at: Date | string | null;
}

export async function insertStep(
  trx: Transaction,
  { kind, id }: RecordRef,
  step: Omit<StepValues, 'done_at'> & { created_by: number; now: Date },
): Promise<NextStep> {
  const { text, due_date, assigned_to, reminded_at, created_by, now } = step;
  const created = await sql<{ id: number }>`insert into next_steps
      (kind, record_id, text, due_date, assigned_to, reminded_at, created_by, created_at, updated_at)
    values (${kind}, ${id}, ${text}, ${due_date}, ${assigned_to}, ${reminded_at}, ${created_by},
      ${now}, ${now}) returning id`.execute(trx);
  return stepOf(await getStep(trx, created.rows[0]?.id ?? 0));
}

/** Writes the values into a locked step; a change of its date or assignee forgets that someone was reminded. */
export async function updateStep(
  trx: Transaction,
  step: Locked<PlacedStep>,
  { text, due_date, assigned_to, done_at, now }: Omit<StepValues, 'reminded_at'> & { now: Date },
): Promise<NextStep> {
  await sql`update next_steps set text = ${text}, due_date = ${due_date},
      assigned_to = ${assigned_to}, done_at = ${done_at},
      reminded_at = case when due_date = ${due_date}::date
        and assigned_to is not distinct from ${assigned_to}::integer then reminded_at end,
      updated_at = greatest(${now}::timestamptz, updated_at + interval '1 millisecond')
    where id = ${step.id}`.execute(trx);
  return stepOf(await getStep(trx, step.id));
}

export async function deleteStep(trx: Transaction, { id }: Locked<PlacedStep>): Promise<void> {
  await sql`delete from next_steps where id = ${id}`.execute(trx);
}

/** A step as the wire has it. */
function stepOf({ kind: _kind, record_id: _record, ...step }: PlacedStep): NextStep {
  return step;
}

interface SampleStep {
  kind: RecordKind;
  text: string;
  due_date: Day;
  done: boolean;
}

/** Puts each step on one of the newest open records of its kind, for a person who has the lead, or else for the first administrator. */
export async function insertSampleSteps(
  trx: Transaction,
  steps: readonly SampleStep[],
  now: Date,
): Promise<number> {
  const created = await sql`with r as (
      (select 'leads' as kind, id, assigned_to, row_number() over (order by created_at desc, id desc) as place
        from leads where status in ('active', 'contacted', 'qualified'))
      union all (select 'customers', id, null, row_number() over (order by id desc) from customers where is_active)
      union all (select 'orders', id, null, row_number() over (order by id desc) from orders
        where status in ('confirmed', 'processing'))
      union all (select 'invoices', id, null, row_number() over (order by id) from invoices where status = 'overdue')
      union all (select 'products', id, null, row_number() over (order by id desc) from products where is_active)),
    s as (select *, row_number() over (partition by kind) as place
      from jsonb_to_recordset(${JSON.stringify(steps)}::jsonb) as s (kind text, text text, due_date date, done boolean)),
    someone as (select min(id) as id from users where role = 'admin' and is_active)
    insert into next_steps (kind, record_id, text, due_date, assigned_to, done_at, reminded_at, created_at, updated_at)
    select s.kind, r.id, s.text, s.due_date,
      case when s.place % 2 = 0 then coalesce(r.assigned_to, someone.id) else someone.id end,
      case when s.done then ${now}::timestamptz end, ${now}, ${now}, ${now}
    from s join r on r.kind = s.kind and r.place = s.place * 2 cross join someone returning id`.execute(
    trx,
  );
  return created.rows.length;
}

export interface DueStep {
  id: number;
  kind: RecordKind;
  record_id: number;
  text: string;
  due_date: Day;
  assigned_to: number;
}

/** Whether anyone is to be reminded; without it nothing is locked. */
export async function isAnyDue(db: Db, { from, to }: Days): Promise<boolean> {
  const found = await sql`select from next_steps where done_at is null and reminded_at is null
    and due_date between ${from} and ${to} and assigned_to is not null limit 1`.execute(db);
  return found.rows.length > 0;
}

/** Takes due steps without a reminder, locks them and marks them as reminded; concurrent callers get different ones. */
export async function takeDue(
  trx: Transaction,
  { from, to, now, most }: Days & { now: Date; most: number },
): Promise<DueStep[]> {
  const taken = await sql<DueStep>`update next_steps set reminded_at = ${now}
    where id in (select id from next_steps where done_at is null and reminded_at is null
      and due_date between ${from} and ${to} and assigned_to is not null
      order by due_date, id limit ${most} for update skip locked)
    returning id, kind, record_id, text, due_date, assigned_to`.execute(trx);
  return taken.rows;
}
