import { ActionIcon, NativeSelect } from '@mantine/core';
import { IconSortAscending, IconSortDescending } from '@tabler/icons-react';
import type { Column, Sort } from '~/kit/ui/columns/tableColumn';
import classes from './SortSelect.module.css';

interface Props<Row> {
  columns: readonly Column<Row>[];
  keys: readonly string[];
  sort: Sort;
  onSort: (sort: Sort) => void;
}

/** The order of a list without a clickable header: on boards and phones. */
export function SortSelect<Row>({ columns, keys, sort, onSort }: Props<Row>) {
  const titles = new Map(columns.map((column) => [column.key, column.title]));
  const isAscending = sort.direction === 'asc';
  return (
    <div className={classes.sortSelect} data-sort>
      <NativeSelect
        aria-label="Sort by"
        value={sort.key}
        data={keys.map((key) => ({ value: key, label: titles.get(key) ?? key }))}
        onChange={(event) => onSort({ ...sort, key: event.currentTarget.value })}
      />
      <ActionIcon
        variant="default"
        size={34}
        aria-label={isAscending ? 'Ascending' : 'Descending'}
        title={isAscending ? 'Ascending' : 'Descending'}
        onClick={() => onSort({ ...sort, direction: isAscending ? 'desc' : 'asc' })}
      >
        {isAscending ? <IconSortAscending size={16} /> : <IconSortDescending size={16} />}
      </ActionIcon>
    </div>
  );
}
