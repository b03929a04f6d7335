import { reportFailure } from '~/kit/ui/calls/reportFailure';
import { FormDialog } from '~/kit/ui/form/FormDialog';
import { toast } from '~/kit/ui/messages/toasts';
import { rolePick } from '../../roles.fields';
import { pickedRole } from '../../roles.rules';
import { useRolePicks } from '../../roles/screens/roles.client';
import { accountFields, confirmField } from '../../users.fields';
import { passwordInputs, refuseDifferent } from '../../sessions/screens/PasswordInputs';
import type { Users } from './users.client';

interface Props {
  users: Users;
  opened: boolean;
  onClose: () => void;
}

const fields = { ...accountFields, role: rolePick, confirm: confirmField };
const sections = [
  {
    title: '',
    names: ['first_name', 'last_name', 'username', 'email', 'password', 'confirm', 'role'],
  },
] as const;
const initial = { role: 'user' } as const;
const texts = { refused: 'Failed to create user' };

export default function AddUserForm({ users, opened, onClose }: Props) {
  const choices = { role: useRolePicks() };
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title="Add New User"
      size="lg"
      fields={fields}
      initial={initial}
      sections={sections}
      choices={choices}
      inputs={passwordInputs}
      submitLabel="Create User"
      savingLabel="Creating…"
      submitHint="Please fill in all required fields"
      failedText={texts.refused}
      onSubmit={async ({ confirm, role, updated_at: _, ...values }) => {
        refuseDifferent({ ...values, confirm });
        await reportFailure(texts, async () => {
          await users.create({ ...values, ...pickedRole(role) });
          toast('success', 'User created successfully!');
        });
      }}
    />
  );
}
