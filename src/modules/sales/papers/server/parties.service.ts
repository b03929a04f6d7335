import type { Db } from '~/kit/server/database/db';
import type { Transaction } from '~/kit/server/database/transaction';
import { findStoredLogo, keepLogo } from './papers.queries';
import { readParties } from './parties.queries';

export { findLogo } from './papers.queries';
export { buyer, delivery, readParties, seller } from './parties.queries';

type Letterhead = Awaited<ReturnType<typeof readParties>> & {
  /** Of the logo, which is kept; null where there is none. */
  logo_digest: string | null;
};

/** The company and the other party as they are today, for a document that is kept. */
export async function storedParties(
  trx: Transaction,
  of: Parameters<typeof readParties>[1],
): Promise<Letterhead> {
  const parties = await readParties(trx, of);
  return { ...parties, logo_digest: await keepLogo(trx) };
}

/** A kept logo as a data URL. */
export async function storedLogo(db: Db, digest: string | null): Promise<string | null> {
  return digest === null ? null : findStoredLogo(db, digest);
}
