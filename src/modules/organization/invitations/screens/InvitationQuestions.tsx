import { orTryAgain, reportFailure } from '~/kit/ui/data/reportFailure';
import { ConfirmDialog } from '~/kit/ui/dialog/ConfirmDialog';
import { toast } from '~/kit/ui/elements/toasts';
import { displayName } from '~/modules/organization/users/users.rules';
import type { Invitation } from '../invitations.fields';
import type { Invitations } from './invitations.client';

interface Props {
  invitations: Invitations;
  recordToDelete: Invitation | null;
  onClose: () => void;
}

export default function InvitationQuestions({ invitations, recordToDelete, onClose }: Props) {
  return (
    <ConfirmDialog
      opened={recordToDelete !== null}
      title="Revoke Invitation"
      subject={recordToDelete ? `${displayName(recordToDelete)}, ${recordToDelete.email}` : ''}
      message="Are you sure you want to revoke this invitation?"
      confirmLabel="Revoke Invitation"
      danger
      onConfirm={async () => {
        if (recordToDelete) await revokeInvitation(invitations, recordToDelete);
      }}
      onClose={onClose}
    />
  );
}

async function revokeInvitation(invitations: Invitations, { id }: Invitation): Promise<void> {
  await reportFailure(orTryAgain('Failed to revoke invitation'), async () => {
    await invitations.revoke(id);
    toast('success', 'Invitation revoked successfully!');
  });
}
