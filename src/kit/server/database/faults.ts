import { AppError } from '~/kit/server/errors';
import { databaseCode } from './db';
import { attempt, type Transaction } from './transaction';

/** The database's disk_full, and what the file system says of a disk, a quota or a file that is full. */
const storageFull = new Set(['53100', 'ENOSPC', 'EDQUOT', 'EFBIG']);

/** 25006: a server that was the primary before writes no more. */
const databaseAway = /^(ECONN|ENOENT|EPIPE|ETIMEDOUT|08|57P|25006)/;
const connectionLost =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/;

export function isStorageFull(error: unknown): boolean {
  return storageFull.has(databaseCode(error));
}

export function isDatabaseAway(error: unknown): boolean {
  const message = error instanceof Error ? error.message : '';
  return databaseAway.test(databaseCode(error)) || connectionLost.test(message);
}

/** The database is busy (40, 53300) or a statement took too long (57014). */
const overloaded = /^(40001|40P01|53300|57014)$/;

/**
 * Why one record of many is left out, in words for a person; the cause belongs in the log. An error that would stop every
 * other record as well, such as a database that does not answer, is thrown on.
 */
export function faultOf(error: unknown): string {
  if (error instanceof AppError) return error.message;
  const isOfAll =
    isStorageFull(error) || isDatabaseAway(error) || overloaded.test(databaseCode(error));
  if (isOfAll) throw error;
  return 'The record is damaged. The log of the server has the reason.';
}

/** An item of many that was left out, and why. */
export interface Skipped<T> {
  item: T;
  error: unknown;
}

/**
 * Does the work for all items, and where that fails for halves of them, down to single ones: what one item breaks is taken
 * back and the others are done. Gives the items left out. Like `attempt`, not for functions that note lines of the feed.
 */
export async function eachApart<T>(
  trx: Transaction,
  items: readonly T[],
  work: (some: readonly T[]) => Promise<void>,
): Promise<Skipped<T>[]> {
  const [item] = items;
  if (item === undefined) return [];
  try {
    await attempt(trx, () => work(items));
    return [];
  } catch (error) {
    faultOf(error);
    if (items.length === 1) return [{ item, error }];
    const middle = Math.ceil(items.length / 2);
    const first = await eachApart(trx, items.slice(0, middle), work);
    return [...first, ...(await eachApart(trx, items.slice(middle), work))];
  }
}

/** Throws the causes of all that was left out, for the log; nothing where all was done. */
export function reportSkipped(what: string, skipped: readonly Skipped<unknown>[]): void {
  if (skipped.length === 0) return;
  const causes = skipped.map(({ error }) => error);
  throw new AggregateError(causes, `${what} left out: ${skipped.length}`);
}
