import { useMemo } from 'react';
import { compareTexts } from '~/kit/ui/feeds/list-rows';
import { recordCalls } from '~/kit/ui/records/recordCalls';
import type { Records } from '~/kit/ui/records/useRecords';
import { type List, useList } from '~/kit/ui/records/list-store';
import type { NewView, View, ViewPatch } from '../views.fields';
import { lookIn } from '../views.rules';

/** The person’s own and the shared views of one list, by name. */
export function useViews(name: string) {
  const list = useList<View>({
    entity: 'views',
    path: '/views',
    unscoped: true,
    order: (a, b) => compareTexts(a.name, b.name) || a.id - b.id,
  });
  return useMemo(
    () => ({
      rows: list.rows
        .filter((view) => view.list === name)
        .map((view) => ({ ...view, look: lookIn(view.state) })),
      state: list.state,
      retry: list.retry,
      ...actions(list),
    }),
    [list, name],
  );
}

export type Views = ReturnType<typeof useViews>;

function actions(
  list: List<View>,
): Pick<Records<View, NewView, ViewPatch>, 'create' | 'update' | 'delete'> {
  const put = (view: View) => {
    list.put(view);
    const isOver = (each: View) =>
      view.is_default && each.is_default && each.list === view.list && each.id !== view.id;
    for (const before of list.rows.filter(isOver)) list.put({ ...before, is_default: false });
  };
  return recordCalls({ ...list, path: '/views', put }, (view: View) => view);
}
