import type { Context } from '~/kit/server/database/context';
import { getRecord } from '~/kit/server/database/entity';
import { makePdf } from '~/kit/server/files/pdf';
import type { FileResponse } from '~/kit/server/http/file-route';
import { dayOf } from '~/kit/shared/time/days';
import { billingIdentity } from '~/modules/organization/company/server/identity.service';
import { getSettings } from '~/modules/organization/company/server/settings.service';
import { recallCsv } from '../recall.csv';
import { recallDocument } from '../recall.print';
import type { Trace, TraceDirection } from '../trace.fields';
import { customersOf, followLot, nodeOf, type TracedStep, vendorsOf } from '../trace.rules';
import { findTracedLots, listLotPositions, lots } from './lots.queries';
import { listSteps } from './tracing.service';

/** Where a lot came from, and to whom it went (docs/product/lots.md#trace). */
export async function traceLot(
  context: Pick<Context, 'db' | 'person'>,
  id: number,
  direction: TraceDirection,
): Promise<Trace> {
  const lot = await getRecord(context.db, lots, id);
  const follow = async (way: 'back' | 'forward') =>
    direction === 'both' || direction === way
      ? followLot(id, (ids) => listSteps(context, way, ids))
      : { steps: [], isPartial: false };
  const [back, forward] = await Promise.all([follow('back'), follow('forward')]);
  const reached = await findTracedLots(
    context.db,
    [...back.steps, ...forward.steps].map(({ to }) => to),
  );
  const nodesOf = (steps: readonly TracedStep[]) =>
    steps.flatMap((step) => {
      const found = reached.get(step.to);
      return found ? [nodeOf(step, found)] : [];
    });
  return {
    lot,
    back: nodesOf(back.steps),
    forward: nodesOf(forward.steps),
    vendors: vendorsOf(back.steps),
    customers: customersOf(forward.steps),
    is_partial: back.isPartial || forward.isPartial,
  };
}

/** A trace as a file: what to take back from whom, and what is still here (docs/product/lots.md#recall-list). */
export async function recallFile(
  context: Context,
  trace: Trace,
  format: 'csv' | 'pdf',
): Promise<FileResponse> {
  const { db, now } = context;
  const affected = [trace.lot.id, ...trace.forward.map(({ lot_id }) => lot_id)];
  const [positions, settings, identity] = await Promise.all([
    listLotPositions(db, affected),
    getSettings(db),
    billingIdentity(db),
  ]);
  const name = `recall-${trace.lot.lot_number.replaceAll(/[^\w.-]/g, '-')}.${format}`;
  if (format === 'csv')
    return { name, type: 'text/csv; charset=utf-8', content: recallCsv(trace, positions) };
  const company = identity.legal_name ?? identity.company_name ?? '';
  const printed = recallDocument(trace, positions, {
    company,
    today: dayOf(now, settings.time_zone),
  });
  return { name, type: 'application/pdf', content: await makePdf(printed) };
}
