import { useNavigate, useParams } from '@tanstack/react-router';
import { useMemo } from 'react';
import { type OneRecord, useOneRecord } from '~/kit/ui/records/useOneRecord';
import { useWaitingRows } from '~/kit/ui/waiting/waiting';
import {
  callPath,
  lists,
  type RecordKind,
  type RecordRef,
} from '~/modules/organization/kinds/kinds.rules';

export type PagedRecord<Row extends { id: number }> = OneRecord<Row> & RecordRef;

/** The record that the address names; who deletes it is led to its list. */
export function useRecord<Row extends { id: number; updated_at: string }>(
  kind: RecordKind,
  dependsOn: readonly string[] = [],
): PagedRecord<Row> {
  const { id: named } = useParams({ strict: false }) as { id?: string };
  const id = /^\d{1,10}$/.test(named ?? '') ? Number(named) : 0;
  const navigate = useNavigate();
  const record = useOneRecord<Row>({ entity: kind, path: callPath(kind), dependsOn }, id);
  const { list } = record;
  const leaving = useMemo(() => {
    const to: string = lists[kind].path;
    return { ...list, remove: () => void navigate({ to }) };
  }, [list, navigate, kind]);
  const [drawn = null] = useWaitingRows(list.path, list.rows);
  return { ...record, row: record.row && drawn, list: leaving, kind, id };
}
