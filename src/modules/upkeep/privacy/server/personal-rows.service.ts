import type { SqlPart } from '~/kit/server/database/db';
import { extensionPoint } from '~/kit/server/database/extension-point';
import type { Transaction } from '~/kit/server/database/transaction';

interface PersonalRows {
  /** The parts of a person's export by their name in the file (docs/product/privacy.md#export). */
  exported: (user: number) => Readonly<Record<string, SqlPart>>;
  /** Deletes them as the person is anonymized. */
  forget: (trx: Transaction, user: number) => Promise<void>;
}

/** Rows about one person alone, in tables of a module above this one. */
export const personalRows = extensionPoint<PersonalRows>('privacy.personal_rows');
