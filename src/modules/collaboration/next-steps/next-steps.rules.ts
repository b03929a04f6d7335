import type { ErrorTable } from '~/kit/shared/error-codes';
import { allowed, refused, type Verdict } from '~/kit/shared/verdict';
import type { NextStep, StepChange } from './next-steps.fields';

export const nextStepRefusals = {
  'step.too_many': [409, 'The record has the maximum number of next steps'],
} as const satisfies ErrorTable;

/** The hour of the company's day at which people are reminded (docs/product/records.md#reminders). */
export const reminderHour = 8;
/** No reminder is sent of a step that was due longer ago: the server was not running, or it is sample data. */
export const daysToRemind = 7;

const mostSteps = 200;

export function canAddStep(count: number): Verdict {
  if (count < mostSteps) return allowed;
  return refused('step.too_many', `A record can have at most ${mostSteps} next steps`);
}

/** Overdue from the day after its date, until it is done. */
export function isOverdue(step: Pick<NextStep, 'due_date' | 'done_at'>, today: string): boolean {
  return step.done_at === null && step.due_date < today;
}

/** Whether a change only ticks a step, which its assignee may do who cannot change the record. */
export function onlyTicks({ text, due_date, assigned_to }: StepChange): boolean {
  return text === undefined && due_date === undefined && assigned_to === undefined;
}

/** Whether the step is done after a change; undefined where the change says nothing of it. */
export function isDoneAfter({ done, done_at }: StepChange): boolean | undefined {
  return done ?? (done_at === undefined ? undefined : done_at !== null);
}
