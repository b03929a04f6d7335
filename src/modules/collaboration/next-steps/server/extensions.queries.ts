import { sql } from 'kysely';
import type { Write } from '~/kit/server/database/context';
import { type Day, formatDay } from '~/kit/shared/time/days';
import { registerHanging } from '~/modules/records/records/server/records.service';
import {
  attachedTo,
  linkToFormer,
  registerTimeline,
} from '~/modules/records/records/server/timeline-sources.service';
import { handover } from '~/modules/organization/users/server/handover.service';
import { type RecordKind, recordKinds } from '~/modules/organization/kinds/kinds.rules';

export function provideNextSteps(): void {
  registerHanging('next_steps');
  handover.provide({ passOn: passOnSteps });
  for (const kind of recordKinds) registerSteps(kind);
}

/** The new assignee is reminded of them, as of any that is given to someone (docs/product/users.md#deletion). */
async function passOnSteps({ trx, context }: Write, user: number): Promise<void> {
  await sql`update next_steps
    set assigned_to = ${context.person.id}, reminded_at = null, updated_at = ${context.now}
    where assigned_to = ${user} and done_at is null`.execute(trx);
}

interface Step {
  text: string;
  due_date: Day;
  is_done: boolean;
  kind: RecordKind;
  record_id: number;
}

function registerSteps(kind: RecordKind): void {
  registerTimeline({
    of: kind,
    name: 'step',
    kind: 'step',
    select: (person, id) => sql`select t.id as ref, t.created_at as at,
        coalesce(p.name, 'System') as actor,
        json_build_object('text', t.text, 'due_date', t.due_date,
          'is_done', t.done_at is not null, 'kind', t.kind, 'record_id', t.record_id) as facts
      from next_steps t left join audit_people p on p.user_id = t.created_by
      where ${attachedTo(kind, person, id)}`,
    describe: ({ text, due_date, is_done, ...at }: Step) => ({
      title: is_done ? 'Next step, done' : `Next step for ${formatDay(due_date)}`,
      text,
      ...linkToFormer(kind, at),
    }),
  });
}
