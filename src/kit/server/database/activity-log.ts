import type { Fields, RowOf } from '~/kit/shared/fields/fields';
import type { Write } from './context';
import { type Entity, idOf } from './entity';
import { journalOf } from './journal';

export type { JournalLine } from './journal';

type Values = Record<string, unknown>;

interface Activity {
  action: string;
  before: Values | null;
  after: Values | null;
  /** The title in the activity feed where the action's name says too little: "Low stock". */
  title?: string;
  message?: string;
  /** Of fields that the entity does not have. */
  labels?: Readonly<Record<string, string>> | undefined;
}

/** Adds a line about a record to the activity feed. The functions of `write.ts` call it themselves. */
export function logActivity<F extends Fields>(
  write: Write,
  entity: Entity<F>,
  row: RowOf<F>,
  activity: Activity,
): void {
  const label = entity.label(row);
  logLine(write, {
    type: entity.type,
    entity: entity.name,
    id: idOf(row),
    label,
    action: activity.action,
    title: activity.title ?? `${entity.noun} ${activity.action}`,
    message: activity.message ?? messageOf(entity, entity.feedName?.(row) ?? label, activity),
    before: withoutSecrets(entity, activity.before),
    after: withoutSecrets(entity, activity.after),
    workspace_id: workspaceOf(row),
  });
}

/** The feed goes to more people and programs than may read secret fields: that they changed is all it tells. */
function withoutSecrets({ fields }: Pick<Entity, 'fields'>, values: Values | null): Values | null {
  const secrets = Object.keys(values ?? {}).filter((name) => fields[name]?.secret);
  if (secrets.length === 0) return values;
  return { ...values, ...Object.fromEntries(secrets.map((name) => [name, null])) };
}

interface ActivityLine {
  type: string;
  /** The table of the record; null where the line is about no kind of record. */
  entity: string | null;
  id: number | null;
  label: string;
  action: string;
  title: string;
  message: string;
  before: Values | null;
  after: Values | null;
  workspace_id?: number | null;
}

export function logLine({ trx, context }: Write, { id, label, ...line }: ActivityLine): void {
  const { person, now } = context;
  journalOf(trx).lines.push({
    workspace_id: null,
    ...line,
    record_id: id,
    record_label: label,
    // Below 0 for a program: its work is news to people, unlike the system's.
    user_id: person.id || null,
    user_name: `${person.first_name} ${person.last_name}`.trim(),
    created_at: now,
  });
}

function messageOf(entity: Pick<Entity, 'fields'>, name: string, activity: Activity): string {
  if (activity.action !== 'updated' || activity.after === null) return name;
  const { labels } = activity;
  const fields = Object.keys(activity.after).map(
    (key) => entity.fields[key]?.label ?? labels?.[key] ?? key,
  );
  return `${name}: ${fields.join(', ')}`;
}

function workspaceOf(row: unknown): number | null {
  const id = (row as Values)['workspace_id'];
  return typeof id === 'number' ? id : null;
}
