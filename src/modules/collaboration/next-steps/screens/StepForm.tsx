import { orTryAgain } from '~/kit/ui/data/reportFailure';
import { FormDialog } from '~/kit/ui/form/FormDialog';
import { useCompany } from '~/modules/organization/company/screens/settings.client';
import { useAssignees } from '~/modules/organization/users/administration/screens/users.client';
import { useSession } from '~/modules/organization/users/sessions/screens/session.client';
import { type NextStep, nextStepFields } from '../next-steps.fields';
import type { NextSteps } from './next-steps.client';

interface Props {
  steps: NextSteps;
  subject: NextStep | 'new';
  onClose: () => void;
}

const sections = [{ title: '', names: ['text', 'due_date', 'assigned_to'] }] as const;

export function StepForm({ steps, subject, onClose }: Props) {
  const existing = subject === 'new' ? null : subject;
  const { today } = useCompany();
  const { id: me } = useSession();
  const assigned_to = useAssignees(existing?.assigned_to);
  const refused = `Failed to ${existing ? 'update' : 'create'} next step`;
  return (
    <FormDialog
      opened
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
