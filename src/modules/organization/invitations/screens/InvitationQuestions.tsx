import { orTryAgain } from '~/kit/ui/calls/reportFailure';
import { ConfirmDialog } from '~/kit/ui/dialog/ConfirmDialog';
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
      failed={orTryAgain('Failed to revoke invitation')}
      onConfirm={async () => {
        if (!recordToDelete) return;
        await invitations.revoke(recordToDelete.id);
        return 'Invitation revoked successfully!';
      }}
      onClose={onClose}
    />
  );
}
