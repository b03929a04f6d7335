import { Button, NativeSelect } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { api } from '~/kit/ui/calls/api';
import type { Identified } from '~/kit/ui/records/list-store';
import { focusTable } from '~/kit/ui/hooks/focusTable';
import { DataTable } from './DataTable';
import type { Column, RowAction } from '~/kit/ui/columns/tableColumn';

interface Props<Row> {
  /** Such as `Deliveries`. */
  label: string;
  /** The call that answers 50 rows, newest first, with `status` and `before`. */
  path: string;
  statuses: readonly { value: string; label: string }[];
  columns: readonly Column<Row>[];
  rowActions: readonly RowAction<Row>[];
  onOpenRow: (row: Row) => void;
  /** How long rows are stored. */
  days: number;
}

const pageLength = 50;
const againMs = 4000;

/** Rows that other programs add to, in pages, newest first. The first page is read again while no other one is shown. */
export function PagedTable<Row extends Identified>(props: Props<Row>) {
  const { label, path, statuses, days, ...table } = props;
  const [status, setStatus] = useState('');
  const query = useInfiniteQuery({
    queryKey: [path, status],
    queryFn: ({ pageParam }) => api.get<Row[]>(`${path}?status=${status}&before=${pageParam}`),
    initialPageParam: '',
    getNextPageParam: (last) =>
      last.length < pageLength ? undefined : String(last.at(-1)?.id ?? ''),
    refetchInterval: ({ state: { data } }) => (data && data.pages.length > 1 ? false : againMs),
    staleTime: 0,
  });
  const rows = useMemo(() => query.data?.pages.flat() ?? [], [query.data]);
  const all = label.toLowerCase();
  const loadMore = async () => {
    const { hasNextPage } = await query.fetchNextPage({ cancelRefetch: false });
    // The pressed button is gone.
    if (!hasNextPage) focusTable();
  };
  return (
    <>
      <NativeSelect
        aria-label={`Filter ${all}`}
        maw={240}
        data={[{ value: '', label: `All ${all}` }, ...statuses]}
        value={status}
        onChange={(event) => setStatus(event.currentTarget.value)}
      />
      <DataTable
        {...table}
        label={label}
        rows={rows}
        rowId={({ id }) => id}
        state={query.data ? 'ready' : query.isError ? 'failed' : 'loading'}
        loadingText={`Loading ${all}...`}
        failedText={`${label} could not be loaded`}
        onRetry={() => void query.refetch()}
        emptyText={status === '' ? `No ${all} yet` : `No ${all} match the selected filter`}
        emptyHint={`${label} of the last ${days} days appear here.`}
        emptyAction={null}
      />
      {query.hasNextPage ? (
        <Button
          variant="default"
          flex="none"
          mr="auto"
          // The panel around it would cut a ring outside of it.
          style={{ outlineOffset: -2 }}
          aria-busy={query.isFetchingNextPage}
          onClick={() => void loadMore()}
        >
          Load More
        </Button>
      ) : null}
    </>
  );
}
