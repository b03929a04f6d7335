import { failureText } from '~/kit/ui/data/api';
import { ConfirmDialog } from '~/kit/ui/dialog/ConfirmDialog';
import { toast } from '~/kit/ui/elements/toasts';
import { displayName } from '~/modules/organization/users/users.rules';
import type { Invitation } from '../invitations.fields';
import type { Invitations } from './invitations.client';

interface Props {
  invitations: Invitations;
  doomed: Invitation | null;
  onClose: () => void;
}

export function InvitationQuestions({ invitations, doomed, onClose }: Props) {
  return (
    <ConfirmDialog
      opened={doomed !== null}
      title="Revoke Invitation"
      subject={doomed ? `${displayName(doomed)}, ${doomed.email}` : ''}
      message="Are you sure you want to revoke this invitation?"
      confirmLabel="Revoke Invitation"
      danger
      onConfirm={async () => {
        if (doomed) await revokeInvitation(invitations, doomed);
      }}
      onClose={onClose}
    />
  );
}

async function revokeInvitation(invitations: Invitations, { id }: Invitation): Promise<void> {
  try {
    await invitations.revoke(id);
    toast('success', 'Invitation revoked successfully!');
  } catch (error) {
    const words = {
      refused: 'Failed to revoke invitation',
      broken: 'Failed to revoke invitation. Please try again.',
    };
    toast('error', failureText(error, words));
    throw error;
  }
}
