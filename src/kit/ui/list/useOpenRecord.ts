import { useEffect, useState } from 'react';
import type { Identified } from '~/kit/ui/records/list-store';
import { toast } from '~/kit/ui/messages/toasts';
import { useLatest } from '~/kit/ui/hooks/useLatest';

/** The person's own deletion closes the dialog within this time. */
const closesWithinMs = 500;

/**
 * The record of an open dialog as the list has it now. One that leaves the list stays as it was, with the text typed
 * into its form, and a message appears; `leave`, of a dialog without typed text, is called then.
 */
export function useOpenRecord<Row extends Identified>(
  rows: readonly Row[],
  opened: Row | null,
  leave: (() => void) | null,
): Row | null {
  const listed = opened && rows.find(({ id }) => id === opened.id);
  // The first rows of a list that still loads are not in `rows` yet.
  const [listedId, setListedId] = useState<number | null>(null);
  const seen = listed ? listed.id : opened?.id === listedId ? listedId : null;
  if (seen !== listedId) setListedId(seen);
  const isLost = seen !== null && !listed;
  const latest = useLatest(leave);
  useEffect(() => {
    if (!isLost) return;
    const timer = setTimeout(() => {
      toast('warning', 'This record was deleted, or you no longer have access to it.');
      latest.current?.();
    }, closesWithinMs);
    return () => clearTimeout(timer);
  }, [isLost, latest]);
  return listed ?? opened;
}
