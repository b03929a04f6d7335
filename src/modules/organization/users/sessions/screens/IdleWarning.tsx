import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { counted } from '~/kit/shared/money/numbers';
import { Dialog } from '~/kit/ui/dialog/Dialog';
import { DialogQuestion, DialogFooter } from '~/kit/ui/dialog/DialogParts';

interface Props {
  secondsRemaining: number | null;
  onStay: () => void;
  onLeave: () => void;
}

export default function IdleWarning({ secondsRemaining, onStay, onLeave }: Props): ReactNode {
  return (
    <Dialog
      opened={secondsRemaining !== null}
      onClose={onStay}
      title="Are you still there?"
      placement="question"
      role="alertdialog"
    >
      <DialogQuestion>
        <p>
          Nothing has been done here for a while. You will be signed out in{' '}
          <strong>{counted(secondsRemaining ?? 0, 'second')}</strong>.
        </p>
      </DialogQuestion>
      <DialogFooter>
        <Button variant="default" onClick={onLeave}>
          Sign Out Now
        </Button>
        <Button onClick={onStay} data-autofocus>
          Stay Signed In
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
