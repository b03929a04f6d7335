import type { ReactNode } from 'react';
import { FilterChips } from './FilterChips';
import { ListSearch } from './ListSearch';
import type { RecordList } from './useRecordList';

interface Props<Row> {
  list: RecordList<Row>;
  label: string;
  children?: ReactNode;
}

export function RecordTools<Row>({ list, label, children }: Props<Row>) {
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
