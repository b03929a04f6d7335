import type { Transaction } from '~/kit/server/database/transaction';
import { invalid } from '~/kit/server/errors';
import { holdUnit, holdUnits } from './units.queries';

/** 400 for the code of no unit; one that is known stays until the transaction ends (docs/product/tax.md#units). */
export async function requireUnit(trx: Transaction, field: string, code: string): Promise<void> {
  if (await holdUnit(trx, code)) return;
  throw invalid(field, `There is no unit "${code}"`);
}

/** The codes of all units, which stay until the transaction ends. */
export async function heldUnits(trx: Transaction): Promise<string[]> {
  return holdUnits(trx);
}
