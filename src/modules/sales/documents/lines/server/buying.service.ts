import type { Person } from '~/kit/server/database/context';
import type { Db, SqlPart } from '~/kit/server/database/db';
import { extensionPoint } from '~/kit/server/database/extension-point';
import type { addressesOf } from '../../taxes/tax-changes.rules';
import type { Buyer } from '../../taxes/taxation.rules';

interface Buying {
  /** SQL: locks and reads a customer; with `chooser`, one that this person may read. */
  lockCustomer: (id: number | null, chooser: Person | null) => SqlPart;
  findBuyer: (
    db: Db,
    customerId: number,
    addresses: ReturnType<typeof addressesOf>,
  ) => Promise<Buyer>;
}

/** The customers of documents, provided by the customers module. */
export const buying = extensionPoint<Buying>('documents.buying');
