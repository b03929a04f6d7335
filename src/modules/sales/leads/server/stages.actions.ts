import type { Context, Write } from '~/kit/server/database/context';
import type { Transaction } from '~/kit/server/database/transaction';
import { enforce } from '~/kit/server/errors';
import { insertRecord, updateRecord } from '~/kit/server/database/write';
import type { Stage, StagePatch } from '../stages.fields';
import { canStandAt, canSwitchOff, canTakeName, namesake, ordersAfter } from '../stages.rules';
import { countHeld, lockStages, stages } from './stages.queries';
import { lockRecord } from '~/kit/server/database/entity';

type LockedStages = Awaited<ReturnType<typeof lockStages>>;

/** Creates a stage, at the end unless an order is sent. */
export async function createStage(context: Context, values: StagePatch): Promise<Stage> {
  return context.write(async (write, trx) => {
    const locked = await lockStages(trx);
    refuseTakenName(locked, values);
    refusePosition(values, locked.length + 1);
    const stage_order = values.stage_order ?? locked.length + 1;
    const stage = await insertRecord(write, stages, { ...values, stage_order });
    await moveOthers(write, locked, stage);
    return stage;
  });
}

/** Changes or deactivates a stage; when one moves, the others are renumbered, so that orders stay 1 to n. */
export async function changeStage(
  context: Context,
  id: number,
  patch: StagePatch & { updated_at?: string },
): Promise<Stage> {
  const { updated_at: seen, ...values } = patch;
  return context.write(async (write, trx) => {
    const locked = await lockStages(trx);
    const row = await lockRecord(trx, stages, id, seen);
    refuseTakenName(locked, values, id);
    refusePosition(values, locked.length);
    if (values.is_active === false) await refuseSwitchOff(trx, locked, row);
    const stage = await updateRecord(write, stages, { row, values });
    await moveOthers(write, locked, stage);
    return stage;
  });
}

async function moveOthers(write: Write, locked: LockedStages, stage: Stage): Promise<void> {
  for (const [id, stage_order] of ordersAfter(locked, stage.id, stage.stage_order)) {
    if (id === stage.id) continue;
    const row = await lockRecord(write.trx, stages, id);
    await updateRecord(write, stages, { row, values: { stage_order }, action: 'moved' });
  }
}

function refuseTakenName(locked: LockedStages, values: StagePatch, ownId?: number): void {
  const verdict = canTakeName(locked, values.stage_name, ownId);
  const duplicate = verdict.ok ? null : namesake(locked, values.stage_name ?? '', ownId);
  if (verdict.ok || !duplicate) return;
  const record = { type: 'stage', id: duplicate.id, label: duplicate.stage_name };
  enforce(verdict, [{ field: 'stage_name', message: verdict.message, record }]);
}

function refusePosition(values: StagePatch, count: number): void {
  const verdict = canStandAt(values.stage_order, count);
  if (verdict.ok) return;
  enforce(verdict, [{ field: 'stage_order', message: verdict.message }]);
}

async function refuseSwitchOff(
  trx: Transaction,
  locked: LockedStages,
  stage: Stage,
): Promise<void> {
  enforce(canSwitchOff(stage, locked, await countHeld(trx, stage.id)));
}
