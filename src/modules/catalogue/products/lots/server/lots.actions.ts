import type { Context } from '~/kit/server/database/context';
import { lockRecord } from '~/kit/server/database/entity';
import { updateRecord } from '~/kit/server/database/write';
import type { LotPatch } from '../lots.fields';
import { lots } from './lots.queries';

/** Changes the dates, the vendor's number and the notes of a lot; its own number stays. */
export async function updateLot(
  context: Context,
  id: number,
  { updated_at: seen, ...values }: LotPatch & { updated_at?: string },
) {
  return context.write(async (write, trx) => {
    const row = await lockRecord(trx, lots, id, seen);
    return updateRecord(write, lots, { row, values });
  });
}
