import type { Write } from '~/kit/server/database/context';
import type { FoundRecords } from '~/kit/server/database/dependents';
import { extensionPoint } from '~/kit/server/database/extension-point';
import type { Transaction } from '~/kit/server/database/transaction';
import { invalid } from '~/kit/server/errors';
import type { Unit } from '../units.fields';
import { noUnit, type UnitDecimals } from '../units.rules';
import { holdUnit } from './units.queries';

export { heldUnits } from './units.queries';

/** What modules above count in units. */
interface Counted {
  /** The records with a quantity that is finer than a unit of these decimals. */
  findFiner: (write: Write, unit: Pick<Unit, 'code'>, decimals: number) => Promise<FoundRecords>;
}

export const countedInUnits = extensionPoint<Counted>('the tables that use units');

/** 400 for the code of no unit; one that is known stays until the transaction ends (docs/product/tax.md#units). */
export async function requireUnit(trx: Transaction, code: string): Promise<UnitDecimals> {
  const unit = await holdUnit(trx, code);
  if (!unit) throw invalid('unit_of_measure', noUnit(code));
  return unit;
}
