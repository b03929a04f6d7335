import type { Context, Write } from '~/kit/server/database/context';
import { countDependents, detailsOf, listDependents } from '~/kit/server/database/dependents';
import { lockRecord } from '~/kit/server/database/entity';
import { refuseNamesake, type UniqueText } from '~/kit/server/database/namesakes';
import { deleteRecord, insertRecord, updateRecord } from '~/kit/server/database/write';
import { enforce } from '~/kit/server/errors';
import type { Verdict } from '~/kit/shared/verdict';
import type { Unit, UnitPatch } from '../units.fields';
import { canChangeUnit, canDeleteUnit, canLowerDecimals } from '../units.rules';
import { units } from './units.queries';
import { countedInUnits } from './units.service';

const uniqueCode: UniqueText = {
  table: 'units',
  column: 'code',
  type: 'unit',
  code: 'unit.code_taken',
  message: (code) => `There is already a unit "${code}"`,
};

export async function createUnit(context: Context, values: UnitPatch): Promise<Unit> {
  return context.write(async (write, trx) => {
    await refuseNamesake(trx, uniqueCode, values.code ?? '');
    return insertRecord(write, units, values);
  });
}

/** Locked before its products are counted: one that is to be counted in it in the meantime waits. */
export async function updateUnit(
  context: Context,
  id: number,
  { updated_at: seen, ...values }: UnitPatch & { updated_at?: string },
): Promise<Unit> {
  return context.write(async (write, trx) => {
    const row = await lockRecord(trx, units, id, seen);
    if (values.code !== undefined && values.code !== row.code) {
      const verdict = canChangeUnit(row, values, await countDependents(trx, unitOf(id)));
      await enforceUnused(write, id, verdict);
      await refuseNamesake(trx, uniqueCode, values.code ?? '', id);
    }
    const { decimals = row.decimals } = values;
    if (decimals < row.decimals) await enforceEnough(write, row, decimals);
    return updateRecord(write, units, { row, values });
  });
}

export async function deleteUnit(context: Context, id: number): Promise<{ id: number }> {
  return context.write(async (write, trx) => {
    const row = await lockRecord(trx, units, id);
    await enforceUnused(write, id, canDeleteUnit(row, await countDependents(trx, unitOf(id))));
    await deleteRecord(write, units, { row });
    return { id };
  });
}

async function enforceEnough(write: Write, unit: Unit, decimals: number): Promise<void> {
  const found = await countedInUnits.get().findFiner(write, unit, decimals);
  const verdict = canLowerDecimals(unit, found.shown.length > 0);
  enforce(verdict, detailsOf(found, 'Needed by'));
}

const unitOf = (id: number) => ({ table: units.name, id });

async function enforceUnused(write: Write, id: number, verdict: Verdict): Promise<void> {
  if (!verdict.ok) enforce(verdict, await listDependents(write, unitOf(id)));
}
