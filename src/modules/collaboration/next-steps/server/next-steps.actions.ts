import { type Context, userOf, type Write } from '~/kit/server/database/context';
import { refuseStale } from '~/kit/server/database/entity';
import type { Transaction } from '~/kit/server/database/transaction';
import { enforce, invalid } from '~/kit/server/errors';
import type { ListSource } from '~/kit/server/lists/list-source';
import { dayOf, hourOf } from '~/kit/shared/time/days';
import { getSettings } from '~/modules/organization/company/server/settings.service';
import {
  findRecordFor,
  logAbout,
  openRecordOf,
  readRecordOf,
  type RecordSummary,
} from '~/modules/records/records/server/records.service';
import { may, mayHere } from '~/modules/organization/users/rights.rules';
import {
  type NextStep,
  type NextStepPatch,
  nextStepFields,
  type StepChange,
} from '../next-steps.fields';
import { canAddStep, isDoneAfter, onlyTicks, reminderHour } from '../next-steps.rules';
import {
  countSteps,
  deleteStep,
  getStep,
  insertStep,
  listStepsOf,
  lockStep,
  type PlacedStep,
  updateStep,
} from './next-steps.queries';
import { type RecordRef, subjectOfKind } from '~/modules/organization/kinds/kinds.rules';

export async function stepsOf(context: Context, ref: RecordRef): Promise<ListSource> {
  await readRecordOf(context, ref.kind, ref.id);
  return listStepsOf(context.person, ref);
}

/** Adds a step to a record, the person’s own unless someone else is named (docs/product/records.md#next-steps). */
export async function addStep(
  context: Context,
  ref: RecordRef,
  { text, due_date, assigned_to }: NextStepPatch,
): Promise<NextStep> {
  const { person, now } = context;
  if (!text) throw invalid('text', nextStepFields.text.missing);
  if (!due_date) throw invalid('due_date', nextStepFields.due_date.missing);
  return context.write(async (write, trx) => {
    const record = await openRecordOf(write, ref.kind, ref.id);
    enforce(canAddStep(await countSteps(trx, ref)));
    const assignee = assigned_to ?? userOf(person);
    if (assignee !== null && assignee !== person.id) await refuseOutsider(trx, assignee, ref);
    const step = await insertStep(trx, ref, {
      text,
      due_date,
      assigned_to: assignee,
      reminded_at: (await notifiesSelf(write, due_date, assignee)) ? now : null,
      created_by: person.id,
      now,
    });
    notify(write, record, { step, action: 'step added', title: 'Next step added' });
    return step;
  });
}

/** A user who gives themselves a step for today in the course of the day needs no reminder of it. */
async function notifiesSelf(
  { trx, context: { person, now } }: Write,
  due: string,
  assignee: number | null,
): Promise<boolean> {
  const { time_zone: timeZone } = await getSettings(trx);
  const isPast = due <= dayOf(now, timeZone) && hourOf(now, timeZone) >= reminderHour;
  return isPast && assignee === person.id;
}

async function refuseOutsider(trx: Transaction, user: number, ref: RecordRef): Promise<void> {
  if (await findRecordFor(trx, user, ref)) return;
  throw invalid('assigned_to', 'Choose an active user who can see this record');
}

/** Changes a step or ticks it; ticking is the assignee's too, who may otherwise only read. */
export async function changeStep(
  context: Context,
  id: number,
  { updated_at: seen, ...change }: StepChange,
): Promise<NextStep> {
  const { person, now } = context;
  return context.write(async (write, trx) => {
    const ref = await getStep(trx, id);
    const isTick = onlyTicks(change) && ref.assigned_to === person.id;
    const record = isTick ? await readPosition(write, ref) : await openPosition(write, ref);
    const step = await lockStep(trx, id);
    refuseStale(step, seen);
    const assigned_to = change.assigned_to ?? step.assigned_to;
    if (assigned_to !== null && assigned_to !== step.assigned_to)
      await refuseOutsider(trx, assigned_to, { kind: step.kind, id: step.record_id });
    const wasDone = step.done_at !== null;
    const isDone = isDoneAfter(change) ?? wasDone;
    const changed = await updateStep(trx, step, {
      text: change.text ?? step.text,
      due_date: change.due_date ?? step.due_date,
      assigned_to,
      done_at: isDone === wasDone ? step.done_at : isDone ? now : null,
      now,
    });
    notify(write, record, { step: changed, ...textsOf(wasDone, isDone) });
    return changed;
  });
}

function textsOf(wasDone: boolean, isDone: boolean): { action: string; title: string } {
  if (wasDone === isDone) return { action: 'step updated', title: 'Next step changed' };
  if (isDone) return { action: 'step done', title: 'Next step done' };
  return { action: 'step reopened', title: 'Next step reopened' };
}

export async function removeStep(context: Context, id: number): Promise<{ id: number }> {
  return context.write(async (write, trx) => {
    const record = await openPosition(write, await getStep(trx, id));
    const step = await lockStep(trx, id);
    await deleteStep(trx, step);
    notify(write, record, { step, action: 'step deleted', title: 'Next step deleted' });
    return { id };
  });
}

/** 404 also for a step of a record that this person may not read. */
export async function readStep(context: Context, id: number): Promise<NextStep> {
  const step = await getStep(context.db, id);
  await readRecordOf(context, step.kind, step.record_id);
  return step;
}

async function readPosition(
  { trx, context: { person } }: Write,
  { kind, record_id }: PlacedStep,
): Promise<RecordSummary> {
  enforce(may(person, `${subjectOfKind(kind)}.read`));
  return readRecordOf({ db: trx, person }, kind, record_id);
}

async function openPosition(write: Write, step: PlacedStep): Promise<RecordSummary> {
  await readPosition(write, step);
  enforce(mayHere(write.context.person, `${subjectOfKind(step.kind)}.update`));
  return openRecordOf(write, step.kind, step.record_id);
}

function notify(
  write: Write,
  record: RecordSummary,
  { step, ...texts }: { step: NextStep; action: string; title: string },
): void {
  logAbout(write, record, { ...texts, message: step.text });
}
