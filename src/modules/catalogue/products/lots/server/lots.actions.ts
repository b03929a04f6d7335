import type { Context } from '~/kit/server/database/context';
import { lockRecord } from '~/kit/server/database/entity';
import { updateRecord } from '~/kit/server/database/write';
import { invalid } from '~/kit/server/errors';
import type { Lot, LotPatch } from '../lots.fields';
import { daysProblem } from '../lots.rules';
import { lots } from './lots.queries';

/** Changes the dates, the vendor's number and the notes of a lot; its own number stays. */
export async function updateLot(
  context: Context,
  id: number,
  { updated_at: seen, ...values }: LotPatch & { updated_at?: string },
) {
  return context.write(async (write, trx) => {
    const row = await lockRecord(trx, lots, id, seen);
    refuseWrongDays(values, row);
    return updateRecord(write, lots, { row, values });
  });
}

/** 400 for days that contradict each other; stored ones stay. */
export function refuseWrongDays(sent: LotPatch, row: Pick<Lot, 'made_on' | 'expires_on'>): void {
  const { made_on = row.made_on, expires_on = row.expires_on } = sent;
  const isStored = made_on === row.made_on && expires_on === row.expires_on;
  const problem = isStored ? null : daysProblem({ made_on, expires_on });
  if (problem) throw invalid('expires_on', problem);
}
