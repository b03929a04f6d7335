import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from './db';
import { type Actor, inTransaction, type Transaction } from './transaction';
import { AppError } from '~/kit/server/errors';
import type { Rights } from '~/kit/shared/access';

export interface Person {
  /** 0 for the system and for no one, below 0 for an API key (docs/decisions/0200); a column of a user takes `userOf`. */
  id: number;
  username: string;
  email: string;
  first_name: string;
  last_name: string;
  role: 'admin' | 'user';
  /** Null for the whole company (docs/product/workspaces.md#current-workspace). */
  current_workspace: number | null;
  /** Null while no workspace is chosen; an administrator counts as owner. */
  workspace_role: 'owner' | 'manager' | 'member' | 'viewer' | null;
  /** Null for everything: administrators, users without a role, background work. */
  rights: Rights | null;
  workspaces: readonly number[];
  workspace_isolation: boolean;
  /** Only the calls that change the password are open (docs/product/sign-in.md#first-administrator). */
  must_change_password: boolean;
  /** Only the calls that set up a second factor are open (docs/product/sign-in.md#required-by-a-role). */
  must_set_up_factor: boolean;
  /** The calls that ask for a recent confirmation are closed (docs/product/sign-in.md#confirmation). */
  must_confirm: boolean;
  session_id: number;
  /** The API key of a program that calls; absent for a user. */
  apiKey?: ApiKey;
}

interface ApiKey {
  id: number;
  role: number;
  callsPerMinute: number;
  /** Whether the program may have webhooks, which go with the key. */
  maySubscribe: boolean;
}

export const anonymous: Person = {
  id: 0,
  username: '',
  email: '',
  first_name: 'System',
  last_name: '',
  role: 'user',
  current_workspace: null,
  workspace_role: null,
  rights: null,
  workspaces: [],
  workspace_isolation: false,
  must_change_password: false,
  must_set_up_factor: false,
  must_confirm: false,
  session_id: 0,
};

export interface Context {
  db: Db;
  person: Person;
  now: Date;
  /** The network address that asks; null where no one does. */
  address: string | null;
  /**
   * One transaction for the whole action; with an `Idempotency-Key`, a repeated call gets the first answer back, and a
   * second transaction of the same call throws.
   */
  transaction: <T>(work: (trx: Transaction) => Promise<T>) => Promise<T>;
  /** The same for work that writes records. */
  write: <T>(work: (write: Write, trx: Transaction) => Promise<T>) => Promise<T>;
  /** What the call says of the company's own fields of its record. */
  custom?: SentCustom;
}

/** Values of the company's own fields by key, as a call sent them: null clears. */
export type SentValues = Readonly<Record<string, unknown>>;

/** What a call says of the company's own fields of the record that it makes or changes. */
export interface SentCustom {
  /** The table of the record. */
  kind: string;
  values: SentValues;
  /** Values that were there before are taken as they are. */
  isUndo?: boolean;
  /** Set when the record is written with them. */
  isTaken: boolean;
}

export interface Write {
  trx: Transaction;
  context: Pick<Context, 'person' | 'now' | 'custom'>;
}

/** The user that a person is; null for an API key and for the system. */
export function userOf({ id }: Pick<Person, 'id'>): number | null {
  return id > 0 ? id : null;
}

/** Who makes a record, as its columns keep it. */
export function createdBy({ person }: Pick<Context, 'person'>) {
  const { first_name, last_name } = person;
  return { created_by: userOf(person), created_by_name: `${first_name} ${last_name}`.trim() };
}

export interface RepeatKey {
  key: string;
  /** The request that the key belongs to: method, path and body. */
  request: string;
}

/** The context of one call; with `repeat`, a repeated key gets the first answer again (409 for another request). */
export function createContext(options: {
  db: Db;
  person: Person;
  now: Date;
  address?: string | null;
  repeat?: RepeatKey | undefined;
}): Context {
  const { db, person, now, address = null, repeat } = options;
  const actor = actorOf({ person, now, address });
  let isKeyUsed = false;
  return withWrite({
    db,
    person,
    now,
    address,
    transaction: async (work) => {
      if (!repeat) return inTransaction(db, work, actor);
      if (isKeyUsed) throw new Error('A second transaction of a call would get the first answer');
      isKeyUsed = true;
      try {
        return await inTransaction(db, (trx) => once(trx, { ...repeat, person, now }, work), actor);
      } catch (error) {
        // The key's row was taken back with the rest.
        isKeyUsed = false;
        throw error;
      }
    },
  });
}

/** A context that also writes in its transaction. */
export function withWrite(given: Omit<Context, 'write'>): Context {
  const context: Context = {
    ...given,
    write: (work) => given.transaction((trx) => work({ trx, context }, trx)),
  };
  return context;
}

export function actorOf({
  person,
  now,
  address = null,
}: Pick<Context, 'person' | 'now'> & Partial<Pick<Context, 'address'>>): Actor {
  return { at: now, user: person.id || null, session: person.session_id || null, address };
}

/** A key lives 24 hours and belongs to one user or API key and one request (docs/product/wire.md#idempotency). */
async function once<T>(
  trx: Transaction,
  options: RepeatKey & { person: Person; now: Date },
  work: (trx: Transaction) => Promise<T>,
): Promise<T> {
  const { key, person, now } = options;
  const request = createHash('sha256').update(options.request).digest('hex');
  await sql`delete from idempotency_keys where user_id = ${person.id} and key = ${key}
    and created_at < ${now}::timestamptz - interval '24 hours'`.execute(trx);
  // A concurrent call with the same key holds the row: this insert waits for it and then finds its answer.
  const taken = await sql`insert into idempotency_keys (user_id, key, request, created_at)
    values (${person.id}, ${key}, ${request}, ${now}) on conflict do nothing returning key`.execute(
    trx,
  );
  if (taken.rows.length === 0) {
    const first = await sql<{
      request: string;
      answer: T;
    }>`select request, answer from idempotency_keys
      where user_id = ${person.id} and key = ${key}`.execute(trx);
    const row = first.rows[0];
    if (row?.request === request) return row.answer;
    throw new AppError(
      'idempotency.key_reused',
      'This Idempotency-Key was used for another request',
    );
  }
  const result = await work(trx);
  await sql`update idempotency_keys set answer = ${JSON.stringify(result)}::jsonb
    where user_id = ${person.id} and key = ${key}`.execute(trx);
  return result;
}
