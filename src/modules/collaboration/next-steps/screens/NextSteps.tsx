import { useState } from 'react';
import { ConfirmDialog } from '~/kit/ui/dialog/ConfirmDialog';
import { AddButton } from '~/kit/ui/elements/AddButton';
import { FailedState, SkeletonBar } from '~/kit/ui/elements/ListStates';
import { Panel } from '~/kit/ui/elements/Panel';
import { SoftText } from '~/kit/ui/elements/SoftText';
import type { RecordPart } from '~/modules/records/records/screens/RecordPage';
import type { NextStep } from '../next-steps.fields';
import { type NextSteps as Steps, useNextSteps } from './next-steps.client';
import { StepForm } from './StepForm';
import { StepRow } from './StepRow';
import classes from './NextSteps.module.css';

type Open = { what: 'form'; subject: NextStep | 'new' } | { what: 'delete'; step: NextStep };

/** "Next Steps" on a record's page (docs/product/records.md#next-steps). */
export default function NextSteps({ kind, id, canWrite }: RecordPart) {
  const steps = useNextSteps(kind, id);
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const add = canWrite ? () => setOpen({ what: 'form', subject: 'new' }) : null;
  return (
    <Panel
      title="Next Steps"
      action={
        <AddButton variant="default" onClick={add}>
          Add Next Step
        </AddButton>
      }
    >
      <StepList steps={steps} onOpen={canWrite ? setOpen : null} />
      {open?.what === 'form' ? (
        <StepForm steps={steps} subject={open.subject} onClose={close} />
      ) : null}
      <ConfirmDialog
        opened={open?.what === 'delete'}
        title="Delete Next Step"
        subject={open?.what === 'delete' ? open.step.text : null}
        message="Its reminder will be deleted as well."
        confirmLabel="Delete Next Step"
        danger
        onConfirm={async () => {
          if (open?.what !== 'delete') return;
          await steps.delete(open.step.id);
          return 'Next step deleted';
        }}
        onClose={close}
      />
    </Panel>
  );
}

interface ListProps {
  steps: Steps;
  onOpen: ((open: Open) => void) | null;
}

function StepList({ steps, onOpen }: ListProps) {
  if (steps.state === 'failed')
    return <FailedState text="The next steps could not be loaded" onRetry={steps.retry} />;
  if (steps.state === 'loading')
    return (
      <p className={classes.none} role="status" aria-label="Loading next steps...">
        <SkeletonBar at={0} />
      </p>
    );
  if (steps.rows.length === 0)
    return <SoftText className={classes.none}>No next steps yet</SoftText>;
  return (
    <ul className={classes.steps}>
      {steps.rows.map((step) => (
        <StepRow
          key={step.id}
          step={step}
          steps={steps}
          onEdit={onOpen && (() => onOpen({ what: 'form', subject: step }))}
          onDelete={onOpen && (() => onOpen({ what: 'delete', step }))}
        />
      ))}
    </ul>
  );
}
