import { sql } from 'kysely';
import { type Db, findJson } from '~/kit/server/database/db';
import type { Transaction } from '~/kit/server/database/transaction';
import type { Preferences } from '../notifications.fields';
import { defaultPreferences } from '../notifications.rules';

type Choices = Record<string, { email: boolean; push: boolean; sms: boolean }>;

interface PreferencesRow {
  events: Choices;
  do_not_disturb: boolean;
  email_digest: boolean;
}

const preferenceColumns = sql`p.events, p.do_not_disturb, p.email_digest`;

/** Saved preferences over the defaults, so that events added later have their default. */
function preferencesOf(
  row: { [K in keyof PreferencesRow]: PreferencesRow[K] | null },
): Preferences {
  const { events: defaults, do_not_disturb, email_digest } = defaultPreferences;
  return {
    events: defaults.map((event) => ({ ...event, ...row.events?.[event.id] })),
    do_not_disturb: row.do_not_disturb ?? do_not_disturb,
    email_digest: row.email_digest ?? email_digest,
  };
}

/** A person's preferences; unset ones have the defaults of docs/product/notifications.md#events. */
export async function getPreferences(db: Db, userId: number): Promise<Preferences> {
  const row = await findJson<PreferencesRow>(
    db,
    sql`select ${preferenceColumns} from notification_preferences p where p.user_id = ${userId}`,
  );
  return row ? preferencesOf(row) : defaultPreferences;
}

/** Serializes changes of the same person's preferences. */
export async function lockPreferences(trx: Transaction, userId: number): Promise<void> {
  await sql`select id from users where id = ${userId} for no key update`.execute(trx);
}

export async function savePreferences(
  trx: Transaction,
  { userId, preferences, now }: { userId: number; preferences: Preferences; now: Date },
): Promise<void> {
  const events = Object.fromEntries(preferences.events.map(({ id, ...on }) => [id, on]));
  await sql`insert into notification_preferences
      (user_id, events, do_not_disturb, email_digest, created_at, updated_at)
    values (${userId}, ${JSON.stringify(events)}::jsonb, ${preferences.do_not_disturb},
      ${preferences.email_digest}, ${now}, ${now})
    on conflict (user_id) do update set events = excluded.events,
      do_not_disturb = excluded.do_not_disturb, email_digest = excluded.email_digest,
      updated_at = excluded.updated_at`.execute(trx);
}

export interface Receiver {
  user_id: number;
  email: string;
  first_name: string;
  preferences: Preferences;
}

export type ReceiverRow = Omit<Receiver, 'preferences'> & PreferencesRow;

/** A row that has `receiverColumns`. */
export function receiverOf(row: ReceiverRow): Receiver {
  const { user_id, email, first_name } = row;
  return { user_id, email, first_name, preferences: preferencesOf(row) };
}

export const receiverColumns = sql`u.id as user_id, u.email, u.first_name, ${preferenceColumns}`;
