import type { ReactNode } from 'react';
import { FilterChips } from './FilterChips';
import { ListSearch } from './ListSearch';
import type { Identified } from '~/kit/ui/data/list-store';
import type { RecordList } from './useRecordList';

interface Props<Row extends Identified> {
  list: RecordList<Row>;
  label: string;
  children?: ReactNode;
}

export function RecordTools<Row extends Identified>({ list, label, children }: Props<Row>) {
  const { source, filters, chosen } = list;
  return (
    <>
      <ListSearch
        label={label}
        value={chosen.values['search'] ?? ''}
        onChange={(text) => chosen.set('search', text)}
      >
        {children}
      </ListSearch>
      <FilterChips
        filters={filters}
        values={chosen.values}
        rows={source.rows}
        onRemove={chosen.remove}
        onClear={list.clear}
      />
    </>
  );
}
