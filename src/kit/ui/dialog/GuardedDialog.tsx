import { type ReactNode, useEffect, useState } from 'react';
import { createHolder } from '~/kit/ui/hooks/holder';
import { Dialog } from './Dialog';
import { UnsavedQuestion } from './UnsavedQuestion';
import { useUnsavedGuard } from './useUnsavedGuard';

interface WorkState {
  isUnsaved: () => boolean;
  saving: boolean;
}

/** Tells the dialog what it must know of the form in it before it closes. */
export type Work = (state: WorkState) => void;

interface Props {
  opened: boolean;
  /** Called when it was closed without a change, or what was typed was given up. */
  onClose: () => void;
  title: ReactNode;
  subtitle?: ReactNode;
  size?: 'sm' | 'md' | 'lg' | 'xl' | number;
  /** Its buttons stay where they are while lines and messages come and go. */
  tall?: boolean;
  /** A question of the form's own is open: one Escape is for one dialog. */
  closeOnEscape?: boolean;
  /** The form; it lives while the dialog is open, so each opening begins anew. `cancel` is what its Cancel does. */
  children: (hands: { cancel: () => void; work: Work }) => ReactNode;
}

const nothing: WorkState = { isUnsaved: () => false, saving: false };

/** A dialog in which something is typed: nothing typed is lost unasked, and it stays while it is being saved. */
export function GuardedDialog({
  opened,
  onClose,
  closeOnEscape = true,
  children,
  ...frame
}: Props) {
  const [state] = useState(() => createHolder(nothing));
  const guard = useUnsavedGuard({ opened, isUnsaved: () => state.get().isUnsaved(), onClose });
  const close = () => {
    if (!state.get().saving) guard.close();
  };
  return (
    <>
      <Dialog
        {...frame}
        opened={opened}
        onClose={close}
        closeOnEscape={closeOnEscape && !guard.asking}
        closeLabel="Close"
      >
        {children({ cancel: close, work: state.set })}
      </Dialog>
      <UnsavedQuestion guard={guard} />
    </>
  );
}

/** Tells the dialog around a form how its work stands. */
export function useWork(work: Work, now: WorkState): void {
  useEffect(() => work(now));
  useEffect(() => () => work(nothing), [work]);
}
