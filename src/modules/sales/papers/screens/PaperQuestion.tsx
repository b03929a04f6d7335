import { useRef } from 'react';
import { ApiError, failureText } from '~/kit/ui/calls/api';
import { orNetworkError } from '~/kit/ui/calls/reportFailure';
import { ConfirmDialog } from '~/kit/ui/dialog/ConfirmDialog';
import { toast } from '~/kit/ui/messages/toasts';
import { useSendKey } from '~/kit/ui/form/useSendKey';
import { useLast } from '~/kit/ui/hooks/useLast';
import type { Day } from '~/kit/shared/time/days';
import type { PortalDocument } from '~/modules/sales/documents/portal-documents.fields';
import { DocumentCheck } from './DocumentCheck';
import { amendText } from '~/modules/sales/documents/findings/date-findings.rules';
import { type Checked, useCheck } from './papers.client';

interface Filed {
  document: Checked;
  date: Day;
}

export interface Question {
  /** Also what its button says. */
  title: string;
  subject?: string;
  message: string;
  /** What portals would refuse is shown. */
  check?: { document: PortalDocument; onEdit: () => void; isQuiet?: boolean };
  /** It says so where a filed return contains the document. */
  filed?: Filed;
  cancelLabel?: string;
  danger?: boolean;
  id: number;
  /** Gives what to report. */
  act: (key: string) => Promise<string>;
  /** What to report of a failure. */
  refused: string;
  onRefused?: () => void;
}

/** Asks before a paper is sent, issued, cancelled or deleted, and reports what became of it. */
export function PaperQuestion({
  question,
  onClose,
}: {
  question: Question | null;
  onClose: () => void;
}) {
  const last = useLast(question);
  const keyFor = useSendKey();
  // The same paper may be sent again on purpose: each opening, and each retry after a refusal, is a new request.
  const attempt = useRef(0);
  if (!last) return null;
  const { title, message, check, filed } = last;
  return (
    <ConfirmDialog
      opened={question !== null}
      title={title}
      subject={last.subject}
      message={
        check || filed ? (
          <>
            <p>{message}</p>
            {check ? <DocumentCheck {...check} /> : null}
            {filed ? <FiledNote {...filed} /> : null}
          </>
        ) : (
          message
        )
      }
      confirmLabel={title}
      cancelLabel={last.cancelLabel ?? 'Cancel'}
      danger={last.danger ?? false}
      onConfirm={async () => {
        if (!question) return;
        try {
          toast('success', await question.act(keyFor([question.id, attempt.current])));
        } catch (error) {
          if (error instanceof ApiError) attempt.current += 1;
          question.onRefused?.();
          toast('error', failureText(error, orNetworkError(question.refused)));
          throw error;
        }
      }}
      onClose={() => {
        attempt.current += 1;
        onClose();
      }}
    />
  );
}

function FiledNote({ document, date }: Filed) {
  const { data } = useCheck(document);
  if (!data?.is_filed) return null;
  return <p>{amendText(date.slice(0, 7), 'it')}</p>;
}
