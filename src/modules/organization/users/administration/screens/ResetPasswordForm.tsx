import { Text } from '@mantine/core';
import { reportFailure } from '~/kit/ui/calls/reportFailure';
import { FormDialog } from '~/kit/ui/form/FormDialog';
import { toast } from '~/kit/ui/messages/toasts';
import { confirmField, passwordField, type User } from '../../users.fields';
import { displayName } from '../../users.rules';
import { passwordInputs, refuseDifferent } from '../../sessions/screens/PasswordInputs';
import type { Users } from './users.client';

interface Props {
  users: Users;
  user: User | null;
  onClose: () => void;
}

const fields = { password: { ...passwordField, label: 'New Password' }, confirm: confirmField };
const texts = { refused: 'Failed to reset password' };

export default function ResetPasswordForm({ users, user, onClose }: Props) {
  const name = user ? displayName(user) : '';
  return (
    <FormDialog
      opened={user !== null}
      onClose={onClose}
      title="Reset Password"
      size="lg"
      fields={fields}
      inputs={passwordInputs}
      submitLabel="Reset Password"
      submitHint="Please fill in all required fields"
      failedText={texts.refused}
      onSubmit={async (values) => {
        refuseDifferent(values);
        await reportFailure(texts, async () => {
          if (user) await users.resetPassword(user.id, values.password ?? '');
          toast('success', `Password reset successfully for ${name}`);
        });
      }}
    >
      <Text size="sm" c="var(--ink-soft)">
        This sets a new password for <strong>{name}</strong>, signs that person out everywhere and
        removes their passkeys. They get an email.
      </Text>
    </FormDialog>
  );
}
