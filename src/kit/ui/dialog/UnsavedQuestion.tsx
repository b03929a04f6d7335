import { ConfirmDialog } from './ConfirmDialog';
import type { useUnsavedGuard } from './useUnsavedGuard';

export function UnsavedQuestion({ guard }: { guard: ReturnType<typeof useUnsavedGuard> }) {
  return (
    <ConfirmDialog
      opened={guard.asking}
      title="Unsaved changes"
      message="Are you sure you want to close? All unsaved changes will be lost."
      cancelLabel="Keep editing"
      confirmLabel="Discard changes"
      danger
      onConfirm={guard.discard}
      onClose={guard.keep}
    />
  );
}
