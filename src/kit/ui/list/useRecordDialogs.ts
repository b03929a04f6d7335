import { useCallback, useMemo, useState } from 'react';
import type { Identified } from '~/kit/ui/records/list-store';
import { useUrlAction } from '~/kit/ui/hooks/useUrlAction';
import { useOpenRecord } from './useOpenRecord';

type Open<Row, Dialog> = { what: Dialog; record: Row } | 'create';

export interface RecordQuestion<Row, Ask extends string> {
  ask: Ask;
  record: Row;
}

/**
 * The open dialog of a list, one at a time; `?view={id}` and, for a person who may create, `?new=1` open theirs. `asks` is a
 * constant. The form of a record that someone else deleted stays open, with the text typed into it.
 */
export function useRecordDialogs<
  Row extends Identified,
  Dialog extends string,
  Rights extends { canCreate: boolean },
>(rows: readonly Row[], asks: readonly Dialog[], rights: Rights) {
  const { canCreate } = rights;
  const [chosen, setOpen] = useState<Open<Row, Dialog | 'view'> | null>(null);
  const [viewAction, viewDone] = useUrlAction('view');
  const [newAction, newDone] = useUrlAction('new');
  const open = chosen ?? requestedByUrl(rows, viewAction, canCreate ? newAction : null);
  const close = useCallback(() => {
    setOpen(null);
    if (viewAction) viewDone();
    if (newAction) newDone();
  }, [viewAction, viewDone, newAction, newDone]);
  const create = useCallback(() => setOpen('create'), []);
  const show = useMemo(() => {
    const openers = ['view' as const, ...asks].map((what) => [
      what,
      (record: Row) => setOpen({ what, record }),
    ]);
    return Object.fromEntries(openers) as Record<Dialog | 'view', (record: Row) => void>;
  }, [asks]);
  const opened = open === 'create' ? null : open;
  const record = useOpenRecord(
    rows,
    opened && opened.record,
    opened?.what === 'view' ? close : null,
  );
  const recordTo = (what: Dialog | 'view') => (opened?.what === what ? record : null);
  const isCreating = open === 'create';
  return {
    ...show,
    show,
    rights,
    /** Null for a person who may not. */
    create: canCreate ? create : null,
    close,
    isCreating,
    openDialog: opened?.what ?? null,
    record,
    recordTo,
    viewed: recordTo('view'),
    /** What the form is for. */
    subject: isCreating ? ('new' as const) : opened?.what === 'edit' ? record : null,
    /** The one that is open, and its record. */
    questionAmong: <Ask extends Dialog>(
      questions: readonly Ask[],
    ): RecordQuestion<Row, Ask> | null => {
      const ask = questions.find((each) => each === opened?.what);
      return record && ask ? { ask, record } : null;
    },
  };
}

/** What a form that also copies is for. */
export type FormSubject<Row> = { what: 'new' } | { what: 'edit' | 'copy'; record: Row };

/** The same for a list whose form also copies a record; the subject is the same object while the form is open. */
export function useCopyDialogs<
  Row extends Identified,
  Dialog extends string,
  Rights extends { canCreate: boolean },
>(rows: readonly Row[], asks: readonly (Dialog | 'edit' | 'duplicate')[], rights: Rights) {
  const dialogs = useRecordDialogs(rows, asks, rights);
  const { isCreating, recordTo } = dialogs;
  const [edited, copied] = [recordTo('edit'), recordTo('duplicate')];
  const subject = useMemo((): FormSubject<Row> | null => {
    if (isCreating) return { what: 'new' };
    if (edited) return { what: 'edit', record: edited };
    return copied && { what: 'copy', record: copied };
  }, [isCreating, edited, copied]);
  return { ...dialogs, subject };
}

function requestedByUrl<Row extends Identified>(
  rows: readonly Row[],
  view: string | null,
  isNew: string | null,
): Open<Row, 'view'> | null {
  if (isNew) return 'create';
  const record = view ? rows.find(({ id }) => id === Number(view)) : undefined;
  return record ? { what: 'view', record } : null;
}
