import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { formatDay } from '~/kit/shared/time/days';
import { attempt } from '~/kit/ui/calls/reportFailure';
import { Badge } from '~/kit/ui/elements/Badge';
import { RowButton } from '~/kit/ui/elements/RowButton';
import { toast } from '~/kit/ui/messages/toasts';
import { useCompany } from '~/modules/organization/company/screens/settings.client';
import { useSession } from '~/modules/organization/users/sessions/screens/session.client';
import type { NextStep } from '../next-steps.fields';
import { isOverdue } from '../next-steps.rules';
import { type NextSteps, tickTexts } from './next-steps.client';
import classes from './NextSteps.module.css';

interface Props {
  step: NextStep;
  steps: NextSteps;
  onEdit: (() => void) | null;
  onDelete: (() => void) | null;
}

export function StepRow({ step, steps, onEdit, onDelete }: Props) {
  const { today } = useCompany();
  const { id: me } = useSession();
  const { text, due_date, assigned_to, assigned_to_name, done_at } = step;
  const isDone = done_at !== null;
  const quoted = `"${text}"`;
  const { isTicked, tick } = useTick(step, steps);
  return (
    <li className={classes.step} data-done={isDone || undefined}>
      <Checkbox
        aria-label={`Mark "${text}" as done`}
        checked={isTicked}
        disabled={onEdit === null && assigned_to !== me}
        onChange={(event) => void tick(event.currentTarget.checked)}
      />
      <div className={classes.texts}>
        <p className={classes.text}>{text}</p>
        <p className={classes.details}>
          <time dateTime={due_date}>{formatDay(due_date)}</time>
          {assigned_to_name ? <span>{assigned_to_name}</span> : null}
          {isOverdue(step, today) ? <Badge color="red">Overdue</Badge> : null}
          {isDone ? <Badge color="green">Done</Badge> : null}
        </p>
      </div>
      <div className={classes.buttons}>
        {onEdit ? <RowButton verb="Edit" name={quoted} onClick={onEdit} /> : null}
        {onDelete ? <RowButton verb="Delete" name={quoted} onClick={onDelete} isRed /> : null}
      </div>
    </li>
  );
}

/** Ticked at once; a refusal takes the tick back and says why. */
function useTick({ id, done_at }: NextStep, steps: NextSteps) {
  const [requestedByUrl, setWished] = useState<boolean | null>(null);
  const tick = async (done: boolean): Promise<void> => {
    setWished(done);
    await attempt(tickTexts, async () => {
      await steps.update(id, { done });
      toast('success', done ? 'Next step done' : 'Next step reopened');
    });
    setWished(null);
  };
  return { isTicked: requestedByUrl ?? done_at !== null, tick };
}
