import { sql } from 'kysely';
import { type Day, formatDay } from '~/kit/shared/time/days';
import { registerHanging } from '~/modules/records/records/server/records.service';
import { registerTimeline } from '~/modules/records/records/server/timeline-sources.service';
import { type RecordKind, recordKinds } from '~/modules/organization/kinds/kinds.rules';

export function provideNextSteps(): void {
  registerHanging('next_steps');
  for (const kind of recordKinds) registerSteps(kind);
}

interface Step {
  text: string;
  due_date: Day;
  is_done: boolean;
}

function registerSteps(kind: RecordKind): void {
  registerTimeline({
    of: kind,
    name: 'step',
    kind: 'step',
    select: (_person, id) => sql`select t.id as ref, t.created_at as at,
        coalesce(p.name, 'System') as actor,
        json_build_object('text', t.text, 'due_date', t.due_date,
          'is_done', t.done_at is not null) as facts
      from next_steps t left join audit_people p on p.user_id = t.created_by
      where t.kind = ${kind} and t.record_id = ${id}`,
    describe: ({ text, due_date, is_done }: Step) => ({
      title: is_done ? 'Next step, done' : `Next step for ${formatDay(due_date)}`,
      text,
    }),
  });
}
