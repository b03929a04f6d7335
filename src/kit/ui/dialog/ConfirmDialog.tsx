import { Button } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { ApiError, type FailureTexts } from '~/kit/ui/calls/api';
import { type Done, reportDone } from '~/kit/ui/calls/reportFailure';
import { unsaid } from '~/kit/shared/verdict';
import { Dialog } from './Dialog';
import {
  questionIn,
  RefusalQuestion,
  DialogQuestion,
  DialogFooter,
  DialogFailure,
} from './DialogParts';

interface ConfirmDialogProps {
  opened: boolean;
  title: string;
  subject?: string | null | undefined;
  message: ReactNode;
  /** What a refusal asks, shown after it. */
  question?: ReactNode;
  confirmLabel: string;
  cancelLabel?: string;
  /** The action loses data: its button is red and Cancel has the focus. */
  danger?: boolean;
  /** A rejection keeps the dialog open and shows its sentence; a message shows the text that it gives. */
  onConfirm: () => Done | Promise<Done>;
  /** A failure is shown in a message too, by these texts. */
  failed?: FailureTexts | undefined;
  onClose: () => void;
}

interface Failure {
  message: string;
  details: readonly string[];
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const [busy, setBusy] = useState(false);
  const close = () => {
    if (!busy) props.onClose();
  };
  return (
    <Dialog opened={props.opened} onClose={close} title={props.title} placement="question">
      <Question {...props} busy={busy} setBusy={setBusy} close={close} />
    </Dialog>
  );
}

interface QuestionProps extends ConfirmDialogProps {
  busy: boolean;
  setBusy: (busy: boolean) => void;
  close: () => void;
}

function Question({ busy, setBusy, close, danger = false, ...props }: QuestionProps) {
  const { failure, confirm } = useConfirmation({ ...props, setBusy });
  return (
    <>
      <DialogQuestion>
        {props.subject ? (
          <p>
            <strong>{props.subject}</strong>
          </p>
        ) : null}
        {typeof props.message === 'string' ? <p>{props.message}</p> : props.message}
        {failure ? <FailureNote failure={failure} /> : null}
        <RefusalQuestion>{props.question}</RefusalQuestion>
      </DialogQuestion>
      <DialogFooter>
        <Button
          variant="default"
          disabled={busy}
          onClick={close}
          data-autofocus={danger || undefined}
        >
          {props.cancelLabel ?? 'Cancel'}
        </Button>
        <Button
          loading={busy}
          onClick={() => void confirm()}
          data-autofocus={danger ? undefined : true}
          {...(danger ? { color: 'red' } : {})}
        >
          {props.confirmLabel}
        </Button>
      </DialogFooter>
    </>
  );
}

function useConfirmation({
  setBusy,
  onConfirm,
  failed,
  onClose,
}: Pick<QuestionProps, 'setBusy' | 'onConfirm' | 'failed' | 'onClose'>) {
  const [failure, setFailure] = useState<Failure | null>(null);
  const running = useRef(false);
  const confirm = async () => {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    setFailure(null);
    try {
      await reportDone(failed, onConfirm);
      onClose();
    } catch (error) {
      setFailure(failureOf(error));
    } finally {
      running.current = false;
      setBusy(false);
    }
  };
  return { failure, confirm };
}

function FailureNote({ failure }: { failure: Failure }) {
  const alert = useRef<HTMLDivElement>(null);
  useEffect(() => {
    (questionIn(alert.current?.parentElement) ?? alert.current)?.focus();
  }, [failure]);
  return (
    <DialogFailure ref={alert} tabIndex={-1}>
      <p>{failure.message}</p>
      {failure.details.length > 0 ? (
        <ul>
          {failure.details.map((detail) => (
            <li key={detail}>{detail}</li>
          ))}
        </ul>
      ) : null}
    </DialogFailure>
  );
}

function failureOf(error: unknown): Failure {
  const details = error instanceof ApiError ? error.details : [];
  const message = error instanceof Error ? error.message : 'Something went wrong';
  return {
    message,
    details: unsaid(message, details).flatMap((each) => (each.record ? [each.message] : [])),
  };
}
