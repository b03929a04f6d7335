import { toast } from '~/kit/ui/elements/toasts';
import { FormDialog } from '~/kit/ui/form/FormDialog';
import { useCompany } from '~/modules/organization/company/screens/settings.client';
import { saving } from '~/modules/catalogue/tax/screens/AdminTable';
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
const words = { one: 'next step' };

export function StepForm({ steps, subject, onClose }: Props) {
  const known = subject === 'new' ? null : subject;
  const { today } = useCompany();
  const { id: me } = useSession();
  const assigned_to = useAssignees(known?.assigned_to);
  const verb = known ? 'update' : 'create';
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={known ? 'Edit Next Step' : 'Add Next Step'}
      subject={steps.path}
      size="md"
      fields={nextStepFields}
      sections={sections}
      choices={{ assigned_to }}
      initial={known ?? { due_date: today, assigned_to: me }}
      submitLabel="Save Next Step"
      failedText={`Failed to ${verb} next step`}
      onSubmit={async (values, _key, save) => {
        await saving(words, verb, () =>
          known ? save(values, (body) => steps.update(known.id, body)) : steps.create(values),
        );
        toast('success', `Next step ${known ? 'updated' : 'added'}`);
      }}
    />
  );
}
