import { sql } from 'kysely';
import { anonymous, type Person } from '~/kit/server/database/context';
import type { Dependents } from '~/kit/server/database/dependents';
import { columnsOf, type Db, instantText } from '~/kit/server/database/db';
import type { Entity } from '~/kit/server/database/entity';
import type { ListSource } from '~/kit/server/lists/list-source';
import type { Transaction } from '~/kit/server/database/transaction';
import type { Rights } from '~/kit/shared/access';
import type { Day } from '~/kit/shared/time/days';
import { type ApiKey, apiKeyFields } from '../api-keys.fields';
import { keyRights } from '../api-keys.rules';

/** API keys, with their counts of that day of the company. */
export function apiKeysOn(day: Day): Entity<typeof apiKeyFields> {
  const today = (count: 'calls' | 'refused') =>
    sql`coalesce(case when u.day = ${sql.lit(day)} then ${sql.ref(`u.${count}`)} end, 0)`;
  return {
    name: 'api_keys',
    type: 'other',
    noun: 'API key',
    fields: apiKeyFields,
    select: (where) => sql`select ${columnsOf(apiKeyFields, 't')}, t.networks,
        ${instantText(sql`u.last_used_at`)} as last_used_at, u.last_used_from,
        ${today('calls')} as calls_today, ${today('refused')} as refused_today
      from api_keys t left join api_key_uses u on u.id = t.id where ${where}`,
    label: ({ name }) => name,
  };
}

export function listKeys({ select }: Pick<Entity, 'select'>): ListSource {
  return { select: sql`${select(sql`true`)} order by t.id desc`, entity: 'api_keys' };
}

type Used = 'id' | 'name' | 'role_id' | 'workspace_id' | 'expires_at' | 'networks';
export type FoundKey = Pick<ApiKey, Used | 'calls_per_minute' | 'may_subscribe'> & {
  role: string;
  rights: Rights;
};

/** A key by its id, or by the digest of its text, with its role as it is now. */
export async function findKey(
  db: Db,
  by: { id: number } | { digest: Buffer; now: Date },
): Promise<FoundKey | null> {
  const isIt =
    'id' in by
      ? sql`k.id = ${by.id}`
      : sql`k.id = (select t.key_id from api_key_tokens t
          where t.digest = ${by.digest} and (t.expires_at is null or t.expires_at > ${by.now}))`;
  const { rows } = await sql<FoundKey>`select k.id, k.name, k.role_id, k.workspace_id, k.networks,
      k.calls_per_minute, k.may_subscribe, ${instantText(sql`k.expires_at`)} as expires_at,
      r.name as role, r.rights
    from api_keys k join roles r on r.id = k.role_id where ${isIt}`.execute(db);
  return rows[0] ?? null;
}

/** A key as the person that it works as: walled in where it has a workspace. */
export function personOf(key: FoundKey): Person {
  const { id, workspace_id: workspace } = key;
  return {
    ...anonymous,
    id: -id,
    first_name: `${key.name} (API key)`,
    rights: keyRights(key.rights),
    current_workspace: workspace,
    workspace_role: workspace === null ? null : 'member',
    workspaces: workspace === null ? [] : [workspace],
    workspace_isolation: workspace !== null,
    apiKey: {
      id,
      role: key.role_id,
      callsPerMinute: key.calls_per_minute,
      maySubscribe: key.may_subscribe,
    },
  };
}

export const keysOfRoles: Dependents = {
  table: 'api_keys',
  type: 'api_key',
  label: sql`t.name`,
  join: sql``,
  readableBy: () => sql`true`,
  of: { roles: (id) => sql`t.role_id = ${id}` },
};

export async function countKeys(trx: Transaction): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) from api_keys`.execute(trx);
  return rows[0]?.count ?? 0;
}

/** Whether there is such a workspace; it is not deleted before the transaction ends. */
export async function isWorkspace(trx: Transaction, id: number): Promise<boolean> {
  const { rows } = await sql`select from workspaces where id = ${id} for key share`.execute(trx);
  return rows.length > 0;
}

export async function insertToken(trx: Transaction, key: number, digest: Buffer): Promise<void> {
  await sql`insert into api_key_tokens (digest, key_id) values (${digest}, ${key})`.execute(trx);
}

/** Ends the tokens of a key at that moment, those that end earlier as before. */
export async function endTokens(
  trx: Transaction,
  key: number,
  { at, now }: { at: Date; now: Date },
): Promise<void> {
  await sql`update api_key_tokens set expires_at = ${at}
    where key_id = ${key} and (expires_at is null or expires_at > ${at})`.execute(trx);
  await sql`delete from api_key_tokens where expires_at <= ${now}`.execute(trx);
}

export interface Counted {
  id: number;
  calls: number;
  refused: number;
  last_used_at?: Date;
  last_used_from?: string;
}

/** Adds counts of keys, which may be revoked since. */
export async function addUses(db: Db, day: Day, counted: readonly Counted[]): Promise<void> {
  await sql`insert into api_key_uses as u (id, day, calls, refused, last_used_at, last_used_from)
    select k.id, ${day}, c.calls, c.refused, c.last_used_at, c.last_used_from
    from jsonb_to_recordset(${JSON.stringify(counted)}::jsonb) as c
      (id integer, calls integer, refused integer, last_used_at timestamptz, last_used_from text)
      join api_keys k on k.id = c.id order by k.id for key share of k
    on conflict (id) do update set day = excluded.day,
      calls = case when u.day = excluded.day then u.calls else 0 end + excluded.calls,
      refused = case when u.day = excluded.day then u.refused else 0 end + excluded.refused,
      last_used_at = greatest(u.last_used_at, excluded.last_used_at),
      last_used_from = coalesce(excluded.last_used_from, u.last_used_from)`.execute(db);
}

/** What administrators are to know of the ends of keys, since a week: 14 and 3 days before them, and at them. */
export async function listNotices(trx: Transaction, now: Date) {
  type Notice = Pick<ApiKey, 'id' | 'name' | 'expires_at'> & { days: number };
  const { rows } = await sql<Notice>`select k.id, k.name, d.days,
      ${instantText(sql`k.expires_at`)} as expires_at
    from api_keys k cross join (values (14), (3), (0)) d (days)
    where k.expires_at - make_interval(days => d.days) between
      greatest(k.created_at, ${now}::timestamptz - interval '7 days') and ${now}`.execute(trx);
  return rows;
}
