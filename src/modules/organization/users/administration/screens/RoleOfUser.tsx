import { FormDialog } from '~/kit/ui/form/FormDialog';
import { type User, userFields } from '../../users.fields';
import { displayName } from '../../users.rules';
import { useRoleChoices } from '../../roles/screens/roles.client';
import type { Users } from './users.client';

interface Props {
  users: Users;
  user: User | null;
  onClose: () => void;
}

const fields = { role_id: { ...userFields.role_id, label: 'Role' } };
const texts = { refused: 'Failed to change role' };

/** Gives a user a role, or none: then everything but administration is permitted (docs/product/roles.md#screens). */
export default function RoleOfUser({ users, user, onClose }: Props) {
  const choices = { role_id: useRoleChoices() };
  return (
    <FormDialog
      opened={user !== null}
      onClose={onClose}
      title={user ? `Role of ${displayName(user)}` : ''}
      subject={user?.id}
      size="sm"
      fields={fields}
      initial={user ?? undefined}
      choices={choices}
      submitLabel="Save Role"
      failed={texts}
      onSubmit={async (values, _key, save) => {
        if (!user) return;
        await save(values, (body) => users.update(user.id, body));
        return 'User updated successfully';
      }}
    />
  );
}
