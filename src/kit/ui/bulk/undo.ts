import { attempt } from '~/kit/ui/calls/reportFailure';
import { toastOffer } from '~/kit/ui/messages/OfferToast';
import { toast } from '~/kit/ui/messages/toasts';
import { countedAs, type Nouns, undoBatch } from './bulk';
import { showOutcome } from './outcomes';

interface Change {
  batch: number;
  /** What was done: "12 leads changed". */
  message: string;
  nouns: Nouns;
  path: string | null;
  /** Called when it was undone. */
  onUndone: () => void;
}

/** Says what was done and offers to undo it (docs/product/screens.md#selection). */
export function offerUndo(change: Change): void {
  const onChoose = () => void undoChange(change);
  toastOffer(change.message, { label: 'Undo', onChoose, shortcut: 'undo' });
}

/** Undoes a batch; shows which records could not be restored, or the failure. */
export async function undoChange(change: Omit<Change, 'message'>): Promise<void> {
  const offlineText = 'Failed to undo: the server cannot be reached. Please try again.';
  await attempt({ refused: 'Failed to undo', offlineText }, () => undoAndNotify(change));
}

/** Like `undoChange` for a person who asks before: a failure is thrown. */
export async function undoAndNotify({
  batch,
  nouns,
  path,
  onUndone,
}: Omit<Change, 'message'>): Promise<void> {
  const { undone, left: skipped } = await undoBatch(batch);
  onUndone();
  const done = `${countedAs(undone, nouns)} restored`;
  if (skipped.length === 0) return toast('success', done);
  showOutcome({
    title: 'Some records could not be restored',
    message: `${done}. ${countedAs(skipped.length, nouns)} not restored:`,
    path,
    records: skipped.map(({ id, label, reason }) => ({ id, name: label, reason })),
  });
}
