import type { Db } from '~/kit/server/database/db';
import type { Transaction } from '~/kit/server/database/transaction';
import type { Stayed } from '../samples.fields';
import {
  deleteSamples,
  insertSamples,
  type LastIds,
  selectLastIds,
  selectSampleCount,
  selectStayed,
} from './samples.queries';

/** Where the tables end before samples are added: what comes after are the samples. */
export function findLastIds(trx: Transaction): Promise<LastIds> {
  return selectLastIds(trx);
}

/** Notes everything made since as samples (docs/product/running.md#sample-data). */
export async function noteSamples(trx: Transaction, before: LastIds): Promise<void> {
  await insertSamples(trx, before);
}

export function countSamples(db: Db): Promise<number> {
  return selectSampleCount(db);
}

/** Removes the samples that no real record uses (docs/product/running.md#sample-data); gives how many. */
export function removeSamples(trx: Transaction): Promise<number> {
  return deleteSamples(trx);
}

/** The samples that are still there, a hundred at most. */
export function listStayed(trx: Transaction): Promise<Stayed[]> {
  return selectStayed(trx);
}
