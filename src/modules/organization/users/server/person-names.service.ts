import { lockName, shareName, type Transaction } from '~/kit/server/database/transaction';

const copies = 'users.copied-names';

/** For jobs that copy names of people: what is read after this is not anonymized until the transaction ends. */
export async function holdNames(trx: Transaction): Promise<void> {
  await shareName(trx, copies);
}

/** For anyone who replaces a name in all its copies: waits for those that are being written. Taken before any row. */
export async function lockNameCopies(trx: Transaction): Promise<void> {
  await lockName(trx, copies);
}
