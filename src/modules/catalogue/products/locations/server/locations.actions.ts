import type { Context, Write } from '~/kit/server/database/context';
import { countDependents, listDependents } from '~/kit/server/database/dependents';
import { lockRecord } from '~/kit/server/database/entity';
import { refuseNamesake, type UniqueText } from '~/kit/server/database/namesakes';
import { deleteRecord, insertRecord, updateRecord } from '~/kit/server/database/write';
import { announceUse } from '~/modules/organization/company/server/stock-uses.service';
import { enforce, invalid } from '~/kit/server/errors';
import type { Verdict } from '~/kit/shared/verdict';
import type { Location, LocationPatch } from '../locations.fields';
import { canChangeLocation, canDeleteLocation, type LocationUse } from '../locations.rules';
import { dropDefault, findGoods, locations } from './locations.queries';

const unique = {
  name: {
    table: 'locations',
    column: 'name',
    type: 'location',
    code: 'location.name_taken',
    message: (name) => `There is already a location "${name}"`,
  },
  code: {
    table: 'locations',
    column: 'code',
    type: 'location',
    code: 'location.code_taken',
    message: (code) => `There is already a location with the code ${code}`,
  },
} satisfies Record<string, UniqueText>;

export async function createLocation(context: Context, values: LocationPatch): Promise<Location> {
  return context.write(async (write, trx) => {
    await refuseTaken(write, values);
    if (values.is_default) {
      if (values.is_active === false || (values.kind ?? 'store') !== 'store')
        throw invalid('is_default', 'The default location must be an active store');
      await dropDefault(trx, context.now);
    }
    return insertRecord(write, locations, values);
  });
}

/** Changes a location; the one that becomes the default takes the place of the former one. */
export async function updateLocation(
  context: Context,
  id: number,
  { updated_at: seen, ...values }: LocationPatch & { updated_at?: string },
): Promise<Location> {
  return context.write(async (write, trx) => {
    const row = await lockRecord(trx, locations, id, seen);
    await refuseTaken(write, values, id);
    await enforceUse(write, id, canChangeLocation(row, values, await useOf(write, id)));
    if (values.is_default && !row.is_default) await dropDefault(trx, context.now);
    return updateRecord(write, locations, { row, values });
  });
}

export async function deleteLocation(context: Context, id: number): Promise<{ id: number }> {
  return context.write(async (write, trx) => {
    const row = await lockRecord(trx, locations, id);
    await enforceUse(write, id, canDeleteLocation(row, await useOf(write, id)));
    announceUse(trx);
    await deleteRecord(write, locations, { row });
    return { id };
  });
}

async function useOf({ trx }: Write, id: number): Promise<LocationUse> {
  const dependents = await countDependents(trx, { table: locations.name, id });
  return { ...(await findGoods(trx, id)), dependents };
}

async function enforceUse(write: Write, id: number, verdict: Verdict): Promise<void> {
  if (!verdict.ok) enforce(verdict, await listDependents(write, { table: locations.name, id }));
}

async function refuseTaken({ trx }: Write, values: LocationPatch, id?: number): Promise<void> {
  if (values.name) await refuseNamesake(trx, unique.name, values.name, id);
  if (values.code) await refuseNamesake(trx, unique.code, values.code, id);
}
