import type { Context, Write } from '~/kit/server/database/context';
import { countDependents, listDependents } from '~/kit/server/database/dependents';
import { lockRecord } from '~/kit/server/database/entity';
import { refuseNamesake, type UniqueText } from '~/kit/server/database/namesakes';
import { deleteRecord, insertRecord, updateRecord } from '~/kit/server/database/write';
import { announceUse } from '~/modules/organization/company/server/stock-uses.service';
import { AppError, enforce, invalid } from '~/kit/server/errors';
import type { Verdict } from '~/kit/shared/verdict';
import type { Location, LocationPatch } from '../locations.fields';
import { canChangeLocation, canDeleteLocation, type LocationUse } from '../locations.rules';
import { jobWorkers } from './job-workers.internal';
import { dropDefault, findGoods, listWith, locations } from './locations.queries';

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
    await checkVendor(write, values.kind ?? 'store', values.vendor_id);
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
    const { kind = row.kind } = values;
    await checkVendor(write, kind, values.vendor_id, id);
    const use = await useOf(write, id);
    await enforceUse(write, id, use, canChangeLocation(row, values, use));
    if (values.is_default && !row.is_default) await dropDefault(trx, context.now);
    const vendor = kind === 'job_worker' ? {} : { vendor_id: null };
    return updateRecord(write, locations, { row, values: { ...values, ...vendor } });
  });
}

export async function deleteLocation(context: Context, id: number): Promise<{ id: number }> {
  return context.write(async (write, trx) => {
    const row = await lockRecord(trx, locations, id);
    const use = await useOf(write, id);
    await enforceUse(write, id, use, canDeleteLocation(row, use));
    announceUse(trx);
    await deleteRecord(write, locations, { row });
    return { id };
  });
}

async function useOf({ trx }: Write, id: number): Promise<LocationUse> {
  const dependents = await countDependents(trx, { table: locations.name, id });
  return { ...(await findGoods(trx, id)), dependents };
}

async function enforceUse(
  write: Write,
  id: number,
  { goods }: LocationUse,
  verdict: Verdict,
): Promise<void> {
  if (verdict.ok) return;
  const shown = verdict.code === 'location.in_use' ? goods : [];
  const stocked = shown.map((record) => ({ message: `Stock of "${record.label}"`, record }));
  enforce(verdict, [...stocked, ...(await listDependents(write, { table: locations.name, id }))]);
}

/** 400 for the vendor of another kind of location, or one that cannot be chosen; 409 where its goods have a location already. */
async function checkVendor(
  write: Write,
  kind: Location['kind'],
  vendorId: number | null | undefined,
  id?: number,
): Promise<void> {
  if (!vendorId) return;
  if (kind !== 'job_worker')
    throw invalid('vendor_id', 'Only the location of a job worker has a vendor');
  await jobWorkers.get().hold(write, vendorId);
  const [other] = (await listWith(write.trx, [vendorId])).filter((each) => each.id !== id);
  if (!other) return;
  const message = `Goods with this vendor lie in "${other.label}"`;
  throw new AppError('location.vendor_taken', message, {
    details: [{ field: 'vendor_id', message, record: other }],
  });
}

async function refuseTaken({ trx }: Write, values: LocationPatch, id?: number): Promise<void> {
  if (values.name) await refuseNamesake(trx, unique.name, values.name, id);
  if (values.code) await refuseNamesake(trx, unique.code, values.code, id);
}
