import { useMemo } from 'react';
import { type Identified, type List, type ListSource, useList } from './list-store';
import { recordCalls } from './recordCalls';

export interface Records<Row extends Identified, New, Patch = New> extends List<Row> {
  create: (values: New, idempotencyKey?: string) => Promise<Row>;
  update: (id: number, patch: Patch & { updated_at?: string | undefined }) => Promise<Row>;
  delete: (id: number) => Promise<void>;
}

/** A list with the calls under the same path that change its records. */
export function useRecords<Row extends Identified, New extends object, Patch extends object = New>(
  source: ListSource<Row>,
): Records<Row, New, Patch> {
  return useRecordsIn(useList<Row>(source));
}

/** The same of a list that is there, such as the one of a page. */
export function useRecordsIn<
  Row extends Identified,
  New extends object,
  Patch extends object = New,
>(list: List<Row>): Records<Row, New, Patch> {
  return useMemo(() => ({ ...list, ...recordCalls(list, (row: Row) => row) }), [list]);
}
