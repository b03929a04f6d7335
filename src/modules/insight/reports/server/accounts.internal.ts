import type { Context, Person } from '~/kit/server/database/context';
import type { Db } from '~/kit/server/database/db';
import type { FileResponse } from '~/kit/server/http/file-route';
import { notFound } from '~/kit/server/errors';
import type { Day } from '~/kit/shared/time/days';
import {
  findAccountOwner,
  makeStatement,
} from '~/modules/billing/receivables/server/statements.service';
import {
  findVendorAccount,
  makeVendorStatement,
} from '~/modules/buying/vendor-payments/server/vendor-statements.service';

/** Whose statement is mailed. */
export interface Party {
  kind: 'customers' | 'vendors';
  id: number;
}

/** The party of a row with a column for each kind; null of a report. */
export function partyOf(row: {
  customer_id: number | null;
  vendor_id: number | null;
}): Party | null {
  if (row.customer_id !== null) return { kind: 'customers', id: row.customer_id };
  return row.vendor_id === null ? null : { kind: 'vendors', id: row.vendor_id };
}

interface Days {
  from?: Day | null | undefined;
  to?: Day | null | undefined;
  format: 'pdf' | 'xlsx';
}

interface Account {
  company_name: string;
  make: (
    context: Pick<Context, 'db' | 'now'>,
    choice: Days,
  ) => Promise<{ from: Day; to: Day; file: FileResponse }>;
}

/** The account of a party, to make its statement; null for a person who may not read it. */
export async function findAccount(
  db: Db,
  { kind, id }: Party,
  person: Person,
): Promise<Account | null> {
  if (kind === 'customers') {
    const owner = await findAccountOwner(db, id, person);
    if (!owner) return null;
    const { company_name } = owner;
    return { company_name, make: (context, choice) => makeStatement(context, owner, choice) };
  }
  const vendor = await findVendorAccount(db, id, person);
  if (!vendor) return null;
  const { company_name } = vendor;
  return { company_name, make: (context, choice) => makeVendorStatement(context, vendor, choice) };
}

/** 404 for a person who may not read the account of a party. */
export async function requireAccount(db: Db, party: Party, person: Person): Promise<void> {
  if (await findAccount(db, party, person)) return;
  throw notFound(party.kind === 'customers' ? 'Customer' : 'Vendor');
}
