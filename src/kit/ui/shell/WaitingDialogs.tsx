import type { Queue } from '~/kit/ui/waiting/waiting-change';
import { ConfirmDialog } from '~/kit/ui/dialog/ConfirmDialog';
import { WaitingChanges } from './WaitingChanges';

interface Props {
  isOpen: boolean;
  changes: Queue;
  onClose: () => void;
  isLeaving: boolean;
  /** What waits, in words. */
  message: string;
  onStay: () => void;
  onLeave: () => void;
}

/** The list of what waits, and the question before a sign-out drops it. */
export default function WaitingDialogs(props: Props) {
  return (
    <>
      <WaitingChanges opened={props.isOpen} changes={props.changes} onClose={props.onClose} />
      <ConfirmDialog
        opened={props.isLeaving}
        title="Unsent changes"
        message={`${props.message}. They are stored in this browser only. If you sign out, they are lost.`}
        cancelLabel="Stay Signed In"
        confirmLabel="Discard and Sign Out"
        danger
        onConfirm={props.onLeave}
        onClose={props.onStay}
      />
    </>
  );
}
