import { useMemo } from 'react';
import type { Bulk } from '~/kit/ui/bulk/bulk';
import {
  type BulkKindName,
  type Kind,
  lists,
  nounsOf,
  subjectOfKind,
} from '~/modules/organization/kinds/kinds.rules';
import { mayHere } from '~/modules/organization/users/rights.rules';
import { useSession } from '~/modules/organization/users/sessions/screens/session.client';

/** What the person may do with records of a kind where they work (docs/product/roles.md#rights). */
export function useRights(kind: Kind) {
  const { role, rights, workspace_role } = useSession();
  return useMemo(() => {
    const may = (action: 'create' | 'update' | 'delete' | 'export') =>
      mayHere({ role, rights, workspace_role }, `${subjectOfKind(kind)}.${action}`).ok;
    return {
      create: may('create'),
      update: may('update'),
      delete: may('delete'),
      export: may('export'),
    };
  }, [kind, role, rights, workspace_role]);
}

export type KindRights = ReturnType<typeof useRights>;

/**
 * What the person may do with selected rows of a list where they work; null where that is nothing
 * (docs/product/screens.md#selection). `nameOf` is a constant, as are the others.
 */
export function useBulk<Row>(
  list: BulkKindName,
  {
    today,
    nameOf,
    fields,
    columns,
    note,
  }: Pick<Bulk<Row>, 'nameOf' | 'fields' | 'columns' | 'note'> & { today: string },
): Bulk<Row> | null {
  const may = useRights(list);
  return useMemo(() => {
    if (!may.update && !may.delete && !may.export) return null;
    return {
      list,
      nouns: nounsOf(list),
      path: lists[list].path,
      nameOf,
      may,
      fields,
      columns,
      note,
      fileName: `${list}-${today}`,
    };
  }, [list, today, nameOf, fields, columns, note, may]);
}
