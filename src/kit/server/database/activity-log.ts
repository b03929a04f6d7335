import { sql } from 'kysely';
import type { Fields, RowOf } from '~/kit/shared/fields/fields';
import type { Write } from './context';
import { type Entity, idOf } from './entity';
import { announcing, type Change } from '~/kit/server/database/announce';

type Values = Record<string, unknown>;

interface Activity {
  action: string;
  before: Values | null;
  after: Values | null;
  /** Where the action's own words say too little: "Low stock". */
  title?: string;
  message?: string;
}

/**
 * One line in the activity feed about a record; `changes` are announced in the same statement. The writes of `write.ts` see
 * to it themselves.
 */
export async function logActivity<F extends Fields>(
  write: Write,
  entity: Entity<F>,
  row: RowOf<F>,
  activity: Activity,
  changes: readonly Change[] = [],
): Promise<void> {
  const label = entity.label(row);
  const line = {
    type: entity.type,
    id: idOf(row),
    label,
    action: activity.action,
    title: activity.title ?? `${entity.noun} ${activity.action}`,
    message: activity.message ?? messageOf(entity, entity.feedName?.(row) ?? label, activity),
    before: activity.before,
    after: activity.after,
    workspace_id: workspaceOf(row),
  };
  await logLine(write, line, changes);
}

interface ActivityLine {
  type: string;
  /** Null where it is about many records, such as a whole import. */
  id: number | null;
  label: string;
  action: string;
  title: string;
  message: string;
  before: Values | null;
  after: Values | null;
  /** Where the record is; null or left out for what is the whole company's. */
  workspace_id?: number | null;
}

/** One line in the activity feed, such as one that is about no single record; announces `changes` with it. */
export async function logLine(
  { trx, context }: Write,
  line: ActivityLine,
  changes: readonly Change[] = [],
): Promise<void> {
  const { person, now } = context;
  const userName = `${person.first_name} ${person.last_name}`.trim();
  const logged = sql`insert into activity
    (type, action, record_id, record_label, title, message, user_id, user_name, before, after,
      workspace_id, created_at)
    values (${line.type}, ${line.action}, ${line.id}, ${line.label}, ${line.title}, ${line.message},
      ${person.id || null}, ${userName}, ${json(line.before)}::jsonb, ${json(line.after)}::jsonb,
      ${line.workspace_id ?? null}, ${now})`;
  // In one round trip: what a record's maker holds locked, everybody else waits for.
  const both = sql`with logged as (${logged}) ${announcing(changes)}`;
  await (changes.length === 0 ? logged : both).execute(trx);
}

/** `Acme Tools: Phone, Status` for a change that has no name of its own, the record's name alone otherwise. */
function messageOf(entity: Pick<Entity, 'fields'>, name: string, activity: Activity): string {
  if (activity.action !== 'updated' || activity.after === null) return name;
  const fields = Object.keys(activity.after).map((key) => entity.fields[key]?.label ?? key);
  return `${name}: ${fields.join(', ')}`;
}

function json(values: Values | null): string | null {
  return values === null ? null : JSON.stringify(values);
}

/** A record that belongs to a workspace says so in `workspace_id`. */
function workspaceOf(row: unknown): number | null {
  const id = (row as Values)['workspace_id'];
  return typeof id === 'number' ? id : null;
}
