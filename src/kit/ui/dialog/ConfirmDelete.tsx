import { lazyDialog } from './lazyDialog';

const ConfirmDialog = lazyDialog(
  'opened',
  async () => (await import('./ConfirmDialog')).ConfirmDialog,
);

interface Props {
  /** As in "Delete Tax Class". */
  noun: string;
  /** The record to delete; closed while null. */
  record: { id: number } | null;
  label?: string | null | undefined;
  /** What the deletion means. */
  message: string;
  onDelete: (id: number) => Promise<unknown>;
  /** The message after the deletion. */
  done?: string;
  /** The message when there was no response. */
  offlineText?: string;
  onClose: () => void;
}

/** Asks before a record is deleted, and reports the result. */
export function ConfirmDelete({ noun, record, label, message, onDelete, ...props }: Props) {
  const one = noun.toLowerCase();
  const {
    done = `${noun} "${label}" has been deleted successfully`,
    offlineText = `Error deleting ${one}. Please try again.`,
  } = props;
  return (
    <ConfirmDialog
      opened={record !== null}
      title={`Delete ${noun}`}
      subject={label}
      message={message}
      confirmLabel={`Delete ${noun}`}
      danger
      failed={{ refused: `Failed to delete ${one}`, offlineText }}
      onConfirm={async () => {
        if (!record) return;
        await onDelete(record.id);
        return done;
      }}
      onClose={props.onClose}
    />
  );
}
