import { useMemo } from 'react';
import { api } from '~/kit/ui/data/api';
import { compareTexts } from '~/kit/ui/data/list-rows';
import { type List, useList } from '~/kit/ui/data/list-store';
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

function actions(list: List<View>) {
  const stored = (view: View): View => {
    list.put(view);
    const isOver = (each: View) =>
      view.is_default && each.is_default && each.list === view.list && each.id !== view.id;
    for (const before of list.rows.filter(isOver)) list.put({ ...before, is_default: false });
    return view;
  };
  return {
    create: async (view: NewView, idempotencyKey: string) =>
      stored(await api.post<View>('/views', view, { idempotencyKey })),
    update: async (id: number, patch: ViewPatch) =>
      stored(await api.put<View>(`/views/${id}`, patch)),
    delete: async (id: number) => {
      await api.delete(`/views/${id}`);
      list.remove(id);
    },
  };
}
