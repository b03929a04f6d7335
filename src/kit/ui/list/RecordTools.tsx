import { type ReactNode, use } from 'react';
import { FilterChips } from './FilterChips';
import { ListSearch } from './ListSearch';
import { ListViews } from './listViews';
import type { Identified } from '~/kit/ui/records/list-store';
import type { RecordList } from './useRecordList';

interface Props<Row extends Identified> {
  list: RecordList<Row>;
  label: string;
  children?: ReactNode;
}

export function RecordTools<Row extends Identified>({ list, label, children }: Props<Row>) {
  const { source, filters, chosen, viewed } = list;
  const viewsOf = use(ListViews);
  return (
    <>
      <ListSearch
        label={label}
        value={chosen.values['search'] ?? ''}
        onChange={(text) => chosen.set('search', text)}
        before={viewsOf({ list: viewed, state: source.state })}
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
