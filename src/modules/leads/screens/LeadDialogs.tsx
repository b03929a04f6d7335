import { lazy, Suspense, useRef } from 'react';
import type { Lead } from '../leads.fields';
import type { LeadQuestion } from './LeadQuestions';
import type { Leads } from './leads.client';

// The dialogs are a third of the screen's code; a list is read far more often than one of them is opened.
const LeadDetails = lazy(async () => ({ default: (await import('./LeadDetails')).LeadDetails }));
const LeadForm = lazy(async () => ({ default: (await import('./LeadForm')).LeadForm }));
const LeadQuestions = lazy(async () => ({
  default: (await import('./LeadQuestions')).LeadQuestions,
}));

interface Props {
  leads: Leads;
  viewed: Lead | null;
  subject: Lead | 'new' | null;
  question: LeadQuestion | null;
  onEdit: (lead: Lead) => void;
  onClose: () => void;
  /** After a new lead was made. */
  onCreated?: (lead: Lead) => void;
}

/** The leads' dialogs, one at a time: details, form, questions. Each is loaded when it is first opened. */
export function LeadDialogs({
  leads,
  viewed,
  subject,
  question,
  onEdit,
  onClose,
  onCreated,
}: Props) {
  const needsDetails = useOnceTrue(viewed !== null);
  const needsForm = useOnceTrue(subject !== null);
  const needsQuestions = useOnceTrue(question !== null);
  return (
    <Suspense fallback={null}>
      {needsDetails ? <LeadDetails lead={viewed} onClose={onClose} onEdit={onEdit} /> : null}
      {needsForm ? (
        <LeadForm
          leads={leads}
          subject={subject}
          onClose={onClose}
          {...(onCreated ? { onCreated } : {})}
        />
      ) : null}
      {needsQuestions ? (
        <LeadQuestions leads={leads} question={question} onClose={onClose} />
      ) : null}
    </Suspense>
  );
}

/** Stays true, so that a dialog can close as gently as it opened. */
function useOnceTrue(now: boolean): boolean {
  const ever = useRef(false);
  if (now) ever.current = true;
  return ever.current;
}
