import { useState } from 'react';
import { ConfirmDialog } from '~/kit/ui/dialog/ConfirmDialog';
import { AddButton } from '~/kit/ui/elements/AddButton';
import { FailedState, SkeletonBar } from '~/kit/ui/messages/ListStates';
import { Panel } from '~/kit/ui/elements/Panel';
import { SoftText } from '~/kit/ui/theme/SoftText';
import type { RecordPart } from '~/modules/records/records/screens/RecordPage';
import { type NextStep, nextStepFields } from '../next-steps.fields';
import { type NextSteps as Steps, useNextSteps, type NextSteps } from './next-steps.client';
import { StepRow } from './StepRow';
import classes from './NextSteps.module.css';
import { orTryAgain } from '~/kit/ui/calls/reportFailure';
import { FormDialog } from '~/kit/ui/form/FormDialog';
import { useCompany } from '~/modules/organization/company/screens/settings.client';
import { useAssignees } from '~/modules/organization/users/administration/screens/users.client';
import { useSession } from '~/modules/organization/users/sessions/screens/session.client';

interface Props {
  steps: NextSteps;
  subject: NextStep | 'new';
  onClose: () => void;
}

const sections = [{ title: '', names: ['text', 'due_date', 'assigned_to'] }] as const;

function StepForm({ steps, subject, onClose }: Props) {
  const existing = subject === 'new' ? null : subject;
  const { today } = useCompany();
  const { id: me } = useSession();
  const assigned_to = useAssignees(existing?.assigned_to);
  const refused = `Failed to ${existing ? 'update' : 'create'} next step`;
  return (
    <FormDialog
      onClose={onClose}
      title={existing ? 'Edit Next Step' : 'Add Next Step'}
      subject={steps.path}
      size="md"
      fields={nextStepFields}
      sections={sections}
      choices={{ assigned_to }}
      initial={existing ?? { due_date: today, assigned_to: me }}
      submitLabel="Save Next Step"
      failed={orTryAgain(refused)}
      onSubmit={async (values, _key, save) => {
        await (existing
          ? save(values, (body) => steps.update(existing.id, body))
          : steps.create(values));
        return `Next step ${existing ? 'updated' : 'added'}`;
      }}
    />
  );
}

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
