import { useMemo } from 'react';
import { api } from './api';
import { type Identified, type List, type ListSource, useList } from './list-store';

export interface Records<Row extends Identified, New, Patch = New> extends List<Row> {
  create: (values: New) => Promise<Row>;
  update: (id: number, patch: Patch & { updated_at?: string | undefined }) => Promise<Row>;
  delete: (id: number) => Promise<void>;
}

/** A whole list with the calls that make, change and delete its records under the same path. */
export function useRecords<Row extends Identified, New, Patch = New>(
  source: ListSource<Row>,
): Records<Row, New, Patch> {
  const { path } = source;
  const list = useList<Row>(source);
  return useMemo(
    () => ({
      ...list,
      create: async (values) => {
        const created = await api.post<Row>(path, values);
        list.put(created);
        return created;
      },
      update: async (id, patch) => {
        const saved = await api.put<Row>(`${path}/${id}`, patch);
        list.put(saved);
        return saved;
      },
      delete: async (id) => {
        await api.delete(`${path}/${id}`);
        list.remove(id);
      },
    }),
    [list, path],
  );
}
