import type { ComponentProps } from 'react';
import { useFailedLists } from '~/kit/ui/calls/failed-lists';
import { LoadFailed } from '~/kit/ui/messages/LoadFailed';
import { DraftNote } from './DraftNote';

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
