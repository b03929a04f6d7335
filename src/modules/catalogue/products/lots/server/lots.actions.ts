import type { Context } from '~/kit/server/database/context';
import { getRecord, lockRecord } from '~/kit/server/database/entity';
import { updateRecord } from '~/kit/server/database/write';
import type { LotPatch, WholeLot } from '../lots.fields';
import { findLotLocations, lots } from './lots.queries';

export async function readLot({ db }: Pick<Context, 'db'>, id: number): Promise<WholeLot> {
  const [lot, locations] = await Promise.all([getRecord(db, lots, id), findLotLocations(db, id)]);
  return { ...lot, locations };
}

/** Changes the dates, the vendor's number and the notes of a lot; its own number stays. */
export async function updateLot(
  context: Context,
  id: number,
  { updated_at: seen, ...values }: LotPatch & { updated_at?: string },
): Promise<WholeLot> {
  return context.write(async (write, trx) => {
    const row = await lockRecord(trx, lots, id, seen);
    const lot = await updateRecord(write, lots, { row, values });
    return { ...lot, locations: await findLotLocations(trx, id) };
  });
}
