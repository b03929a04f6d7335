import type { Revalued } from '~/modules/catalogue/products/stock/revalued.fields';
import { useMemo } from 'react';
import { api } from '~/kit/ui/calls/api';
import { downloadFile } from '~/kit/ui/calls/files';
import { type List, useList } from '~/kit/ui/records/list-store';
import { recordCalls } from '~/kit/ui/records/recordCalls';
import { attempt } from '~/kit/ui/calls/reportFailure';
import type { Scanned } from '~/modules/catalogue/products/stock/levels.fields';
import type { Count, Posting, Scan, ScannedLine, WholeCount } from '../counts.fields';

export function useCounts() {
  return useCountsIn(useList<Count>({ entity: 'counts', path: '/counts' }));
}

export type Counts = ReturnType<typeof useCountsIn>;

/** The calls for the counts of a list, or for the one of a page. */
export function useCountsIn(list: List<Count>) {
  return useMemo(() => ({ ...list, ...callsOf(list) }), [list]);
}

function callsOf(list: List<Count>) {
  return recordCalls(list, ({ lines: _lines, ...row }: WholeCount): Count => row);
}

export function countLine(id: number, body: Scan, idempotencyKey: string): Promise<ScannedLine> {
  return api.post<ScannedLine>(`/counts/${id}/lines`, body, { idempotencyKey });
}

export function removeLine(id: number, line: number): Promise<WholeCount> {
  return api.delete<WholeCount>(`/counts/${id}/lines/${line}`);
}

export function postCount(
  { id, updated_at }: Pick<Count, 'id' | 'updated_at'>,
  posting: Pick<Posting, 'uncounted' | 'before_count'>,
): Promise<WholeCount & Revalued> {
  const path = `/counts/${id}/status`;
  return api.put<WholeCount & Revalued>(path, { status: 'posted', ...posting, updated_at });
}

/** The products and lots that carry a code. */
export async function findChoices(code: string): Promise<Scanned[]> {
  const found = await api.get<Scanned[]>(`/scan?code=${encodeURIComponent(code)}`);
  return found.filter(({ product_id }) => product_id !== null);
}

export function saveSheet({ id, count_number }: Count): Promise<boolean> {
  return attempt({ refused: 'Failed to download count sheet' }, () =>
    downloadFile(`/counts/${id}/pdf`, `${count_number}.pdf`),
  );
}
