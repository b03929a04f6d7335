import { randomBytes } from 'node:crypto';
import { anonymous, createContext } from '~/kit/server/database/context';
import type { Db } from '~/kit/server/database/db';
import { faultOf } from '~/kit/server/database/faults';
import {
  inTransaction,
  lockName,
  systemAt,
  type Transaction,
} from '~/kit/server/database/transaction';
import { AppError } from '~/kit/server/errors';
import type { Api } from '~/kit/server/http/route';
import { withFlat } from '~/kit/shared/fields/custom';
import type { Fields } from '~/kit/shared/fields/fields';
import type { BulkKindName } from '~/modules/organization/kinds/kinds.rules';
import { bulkKind } from '~/modules/records/batches/server/batches.service';
import {
  type Act,
  actOf,
  batchAct,
  batchOf,
  isOneEvent,
  isSubscribed,
  type Line,
} from '../events.rules';
import {
  countBatch,
  insertEvents,
  listBatchLines,
  listSubscribers,
  takeLines,
} from './events.queries';

const linesAtOnce = 200;

interface Spreading {
  publicUrl: string;
  now: Date;
}

/** Makes events of the lines of the feed that wait, each once, with a delivery for each webhook that subscribed to it. */
export async function spreadEvents(db: Db, spreading: Spreading): Promise<void> {
  const spread = (trx: Transaction) => spreadSome(trx, spreading);
  while (await inTransaction(db, spread, systemAt(spreading.now)));
}

/** The same within a transaction, to the webhooks that are there now. */
export async function spreadWaiting(trx: Transaction, spreading: Spreading): Promise<void> {
  while (await spreadSome(trx, spreading));
}

/** Gives whether more lines may wait. */
async function spreadSome(trx: Transaction, { publicUrl, now }: Spreading): Promise<boolean> {
  await lockName(trx, 'webhooks.spread');
  const lines = await takeLines(trx, linesAtOnce);
  const subscribers = await listSubscribers(trx);
  const acts: Act[] = [];
  for (const line of lines) acts.push(...(await actsOf(trx, line, publicUrl)));
  const events = acts.flatMap((act) => {
    const receivers = subscribers.filter((each) => isSubscribed(each, act));
    return receivers.length > 0 ? [{ event_id: newEventId(), act, receivers }] : [];
  });
  if (events.length > 0) await insertEvents(trx, events, now);
  return lines.length === linesAtOnce;
}

export const newEventId = () => `evt_${randomBytes(16).toString('hex')}`;

async function actsOf(trx: Transaction, line: Line, publicUrl: string): Promise<Act[]> {
  const batch = batchOf(line);
  if (batch === null || line.entity === null) return [actOf(line, publicUrl) ?? []].flat();
  const of = { id: batch, list: line.entity };
  const counts = await countBatch(trx, of);
  if (isOneEvent(line, counts)) return [batchAct(line, batch, counts)];
  const { fields } = bulkKind(of.list as BulkKindName);
  const records = await listBatchLines(trx, of);
  return records.flatMap(({ before, after, ...each }) => {
    const read = { before: asRead(before, fields), after: asRead(after, fields) };
    // Each custom field changes as a field, in events of single records too.
    const values =
      read.before && read.after
        ? { before: withFlat(read.before), after: withFlat(read.after) }
        : read;
    return actOf({ ...line, ...each, ...values }, publicUrl) ?? [];
  });
}

/** Of a stored row what its GET call answers without joining other tables. */
function asRead(stored: Line['before'], fields: Fields): Line['before'] {
  if (stored === null) return null;
  const read = Object.entries(stored).flatMap(([name, value]): [string, unknown][] => {
    const field = fields[name];
    if (!field || field.secret) return [];
    const isInstant = field.kind === 'instant' && typeof value === 'string';
    return [[name, isInstant ? new Date(value).toISOString() : value]];
  });
  return Object.fromEntries<unknown>(read);
}

const mostBytes = 256 * 1024;

/** The body of an event, with the record as its GET call answers now. */
export async function bodyOf(
  api: Pick<Api, 'readers' | 'database' | 'clock' | 'app'>,
  { act: text, sequence }: { act: string; sequence: number },
): Promise<string> {
  const act = JSON.parse(text) as Act;
  const { type, timestamp, data } = act;
  const bodyWith = (more: object) =>
    JSON.stringify({ type, timestamp, sequence, data: { ...data, ...more } });
  if (!('record' in data)) return bodyWith({});
  const record = 'record' in act ? act.record : await readRecord(api, act);
  const whole = bodyWith({ record });
  if (Buffer.byteLength(whole) <= mostBytes) return whole;
  const small = bodyWith({});
  return Buffer.byteLength(small) <= mostBytes ? small : bodyWith({ changes: null });
}

async function readRecord(
  { readers, database: { db }, clock, app }: Pick<Api, 'readers' | 'database' | 'clock' | 'app'>,
  { data: { kind, id } }: Act,
): Promise<object | null> {
  const reader = readers.get(`/${String(kind).replaceAll('_', '-')}`);
  const person = { ...anonymous, role: 'admin' as const };
  const context = createContext({ db, person, now: clock.now() });
  try {
    return (await reader?.read(context, Number(id))) ?? null;
  } catch (error) {
    // Deleted since then, which is an event itself, or damaged: the others are sent all the same.
    faultOf(error);
    if (!(error instanceof AppError)) app.log.error({ err: error }, 'webhooks: unreadable record');
    return null;
  }
}
