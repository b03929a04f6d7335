import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { counted } from '~/kit/shared/money/numbers';
import { Dialog } from '~/kit/ui/dialog/Dialog';
import { DialogQuestion, DialogFooter } from '~/kit/ui/dialog/DialogParts';

interface Props {
  secondsLeft: number | null;
  onStay: () => void;
  onLeave: () => void;
}

export default function IdleWarning({ secondsLeft, onStay, onLeave }: Props): ReactNode {
  return (
    <Dialog
      opened={secondsLeft !== null}
      onClose={onStay}
      title="Are you still there?"
      placement="question"
      role="alertdialog"
    >
      <DialogQuestion>
        <p>
          Nothing has been done here for a while. You will be signed out in{' '}
          <strong>{counted(secondsLeft ?? 0, 'second')}</strong>.
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
