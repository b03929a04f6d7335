import type { ComponentProps } from 'react';
import { type Done, orNetworkError } from '~/kit/ui/calls/reportFailure';
import { ConfirmDialog } from '~/kit/ui/dialog/ConfirmDialog';
import { useLast } from '~/kit/ui/hooks/useLast';
import { type Counted, useBeforeCount } from './BeforeCount';

export interface Moving
  extends Pick<
    ComponentProps<typeof ConfirmDialog>,
    'subject' | 'message' | 'cancelLabel' | 'danger'
  > {
  /** Also what its button says. */
  title: string;
  refused: string;
  act: (counted: Counted) => Promise<Done>;
}

/** Asks before a document that moves goods is changed; closed while `question` is null. */
export function MoveQuestion({
  question,
  onClose,
}: {
  question: Moving | null;
  onClose: () => void;
}) {
  const last = useLast(question);
  const beforeCount = useBeforeCount(question);
  if (!last) return null;
  const { refused, act, ...texts } = last;
  return (
    <ConfirmDialog
      {...texts}
      question={beforeCount.question}
      opened={question !== null}
      confirmLabel={texts.title}
      failed={orNetworkError(refused)}
      onConfirm={() => beforeCount.send(act)}
      onClose={onClose}
    />
  );
}
