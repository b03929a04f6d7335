import type { ComponentProps } from 'react';
import { useFailedLists } from '~/kit/ui/calls/failed-lists';
import { LoadFailed } from '~/kit/ui/messages/LoadFailed';
import { formatInstant } from '~/kit/shared/time/days';
import { companyZone } from '~/kit/ui/inputs/companyToday';
import type { RestoredDraft } from './form-draft';
import classes from './Form.module.css';

/** What a form says before its first input: a restored draft, and choices that are not there. */
export function FormNotes({ draft }: ComponentProps<typeof DraftNote>) {
  return (
    <>
      <DraftNote draft={draft} />
      <ChoicesNote />
    </>
  );
}

/** Otherwise a select would stay empty without a reason. */
export function ChoicesNote() {
  const { isAny, retry } = useFailedLists();
  return isAny ? <LoadFailed text="Some choices could not be loaded." onRetry={retry} /> : null;
}

interface Props {
  draft: { restored: RestoredDraft | null; discard: () => void };
}

/** Says that a form shows what was typed before, and takes it back. */
function DraftNote({ draft: { restored, discard } }: Props) {
  if (!restored) return null;
  const since = formatInstant(new Date(restored.since).toISOString(), companyZone());
  return (
    <p className={classes.draft} role="status">
      <span>
        {`A draft from ${since} was restored.`}
        {restored.isOutdated
          ? ' The record has changed since then. Check it before you save.'
          : null}
      </span>
      <button type="button" onClick={discard}>
        Discard draft
      </button>
    </p>
  );
}
