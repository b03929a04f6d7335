import { type ComponentType, type ReactNode, useMemo, useState } from 'react';
import type { Right } from '~/kit/shared/access';
import type { Identified } from '~/kit/ui/records/list-store';
import type { RowAction } from '~/kit/ui/columns/tableColumn';
import { useOpenRecord } from '~/kit/ui/list/useOpenRecord';
import { mayHere } from '~/modules/organization/users/rights.rules';
import { useSession } from '~/modules/organization/users/sessions/screens/session.client';

/** An action that a module above a kind's own adds to its rows, such as "Pay" to bills, and the dialog that it opens. */
export interface Extra<Row> {
  action: Omit<RowAction<Row>, 'onClick' | 'isOffered'>;
  right: Right;
  isOffered: (row: Row) => boolean;
  Dialog: ComponentType<{ record: Row | null; onClose: () => void }>;
}

export interface WithExtras<Row> {
  /** A constant. */
  extras: readonly Extra<Row>[];
}

/** Those actions, as far as the person may take them, and their dialogs. */
export function useExtras<Row extends Identified>(
  rows: readonly Row[],
  { extras }: WithExtras<Row>,
): { actions: readonly RowAction<Row>[]; dialogs: ReactNode } {
  const { role, rights, workspace_role } = useSession();
  const [open, setOpen] = useState<{ key: string; record: Row } | null>(null);
  const record = useOpenRecord(rows, open && open.record, null);
  const actions = useMemo(
    () =>
      extras.map(({ action, right, isOffered }): RowAction<Row> => {
        const isPermitted = mayHere({ role, rights, workspace_role }, right).ok;
        return {
          ...action,
          isOffered: (each) => isPermitted && isOffered(each),
          onClick: (each) => setOpen({ key: action.key, record: each }),
        };
      }),
    [extras, role, rights, workspace_role],
  );
  const dialogs = extras.map(({ action: { key }, Dialog }) => (
    <Dialog key={key} record={open?.key === key ? record : null} onClose={() => setOpen(null)} />
  ));
  return { actions, dialogs };
}
