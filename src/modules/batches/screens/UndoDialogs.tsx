import { Button } from '@mantine/core';
import { counted } from '~/kit/shared/money/numbers';
import { ConfirmDialog } from '~/kit/ui/dialog/ConfirmDialog';
import { Dialog } from '~/kit/ui/dialog/Dialog';
import { DialogBody, DialogFooter } from '~/kit/ui/dialog/DialogParts';
import { SoftText } from '~/kit/ui/elements/SoftText';
import type { Batch, UndoAnswer } from '../batches.fields';
import { undoneText } from '../batches.rules';
import { undoBatch } from './batches.client';
import classes from './UndoDialogs.module.css';

interface QuestionProps {
  batch: Batch | null;
  onClose: () => void;
  onUndone: (answer: UndoAnswer) => void;
}

export function UndoQuestion({ batch, onClose, onUndone }: QuestionProps) {
  return (
    <ConfirmDialog
      opened={batch !== null}
      title="Undo Bulk Change"
      subject={batch?.title}
      message={`${counted(batch?.count ?? 0, 'record')} will be as before, but for those that were changed since. Undoing can itself be undone.`}
      confirmLabel="Undo"
      onConfirm={async () => {
        if (batch) onUndone(await undoBatch(batch.id));
      }}
      onClose={onClose}
    />
  );
}

/** Names what stays as it is, and why. */
export function UndoOutcome({
  outcome,
  onClose,
}: {
  outcome: UndoAnswer | null;
  onClose: () => void;
}) {
  return (
    <Dialog
      opened={outcome !== null}
      onClose={onClose}
      title="Bulk Change Undone"
      subtitle={outcome ? undoneText(outcome) : null}
      closeLabel="Close"
    >
      <DialogBody>
        <ul className={classes.left} aria-label="Left as they are">
          {outcome?.left.map(({ id, label, reason }, at) => (
            <li key={`${id}-${at}`}>
              {label}
              <SoftText small>{reason}</SoftText>
            </li>
          ))}
        </ul>
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose}>Done</Button>
      </DialogFooter>
    </Dialog>
  );
}
