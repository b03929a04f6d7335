import { type ReactNode, useEffect, useState } from 'react';
import { createHolder } from '~/kit/ui/hooks/holder';
import { Dialog } from './Dialog';
import { UnsavedQuestion } from './UnsavedQuestion';
import { useUnsavedGuard } from './useUnsavedGuard';

interface WorkState {
  isUnsaved: () => boolean;
  saving: boolean;
  /** Called when the person gives up what is unsaved. */
  discard?: () => void;
}

export type Work = (state: WorkState) => void;

interface Props {
  opened: boolean;
  onClose: () => void;
  title: ReactNode;
  subtitle?: ReactNode;
  size?: 'sm' | 'md' | 'lg' | 'xl' | number;
  tall?: boolean;
  closeOnEscape?: boolean;
  /** The form; mounted only while the dialog is open. `cancel` is for its Cancel button. */
  children: (callbacks: { cancel: () => void; work: Work }) => ReactNode;
}

const nothing: WorkState = { isUnsaved: () => false, saving: false };

/** A dialog with a form: asks before typed input is lost, and stays open while it is being saved. */
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
  const discard = () => {
    state.get().discard?.();
    guard.discard();
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
      <UnsavedQuestion guard={{ ...guard, discard }} />
    </>
  );
}

export function useWork(work: Work, now: WorkState): void {
  useEffect(() => work(now));
  useEffect(() => () => work(nothing), [work]);
}
