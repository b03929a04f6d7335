import { failureText } from '~/kit/ui/data/api';
import { FormDialog } from '~/kit/ui/form/FormDialog';
import { toast } from '~/kit/ui/elements/toasts';
import { accountFields, confirmField, roles } from '../../users.fields';
import { passwordInputs, refuseDifferent } from '../../sessions/screens/PasswordInputs';
import type { Users } from './users.client';

interface Props {
  users: Users;
  opened: boolean;
  onClose: () => void;
}

const fields = { ...accountFields, confirm: confirmField };
const sections = [
  {
    title: '',
    names: ['first_name', 'last_name', 'username', 'email', 'password', 'confirm', 'role'],
  },
] as const;
const initial = { role: 'user' } as const;
const choices = { role: [...roles].reverse() };
const words = { refused: 'Failed to create user', broken: 'Failed to create user' };

export function AddUserForm({ users, opened, onClose }: Props) {
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
      failedText="Failed to create user"
      onSubmit={async ({ confirm, updated_at: _, ...values }) => {
        refuseDifferent({ ...values, confirm });
        try {
          await users.create(values);
          toast('success', 'User created successfully!');
        } catch (error) {
          toast('error', failureText(error, words));
          throw error;
        }
      }}
    />
  );
}
