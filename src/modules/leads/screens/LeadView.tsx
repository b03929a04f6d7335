import { TextInput } from '@mantine/core';
import { IconLayoutKanban, IconList, IconSearch } from '@tabler/icons-react';
import { type ReactNode, useMemo, useState } from 'react';
import { type Filter, predicateOf } from '~/kit/shared/filters';
import { FilterChips } from '~/kit/ui/FilterChips';
import { FilterPanel } from '~/kit/ui/FilterPanel';
import { SortSelect } from '~/kit/ui/SortSelect';
import type { Sort } from '~/kit/ui/tableColumn';
import { useColumnChoice } from '~/kit/ui/useColumnChoice';
import { useFilters } from '~/kit/ui/useFilters';
import { useStored } from '~/kit/ui/useStored';
import { useTableView } from '~/kit/ui/useTableView';
import { ViewToggle } from '~/kit/ui/ViewToggle';
import type { Lead } from '../leads.fields';
import { asksForStageless } from '../pipeline.filters';
import { stagedLeads } from '../pipeline.rules';
import { type LeadPlace, useLeadColumns } from './LeadColumns';
import type { Leads } from './leads.client';

const newestFirst: Sort = { key: 'created_at', direction: 'desc' };

const views = [
  { value: 'kanban', label: 'Kanban', icon: <IconLayoutKanban size={16} aria-hidden /> },
  { value: 'list', label: 'List', icon: <IconList size={16} aria-hidden /> },
] as const;

interface Options {
  leads: Leads;
  filters: readonly Filter<Lead>[];
  /** Keys, also of the actions. */
  defaultColumns: readonly string[];
}

/** How a screen looks at the leads: view, order, filters and columns, each kept in the browser under the screen's name. */
export function useLeadView(place: LeadPlace, { leads, filters: list, defaultColumns }: Options) {
  const [view, setView] = useStored(`${place}-view`, ['kanban', 'list'], 'kanban');
  const [sort, setSort] = useState(newestFirst);
  const filters = useFilters(`${place}-filters`);
  const columns = useLeadColumns(leads, place);
  const choice = useColumnChoice(`${place}-table-columns`, columns, defaultColumns);
  const predicate = useMemo(() => predicateOf(list, filters.values), [list, filters.values]);
  const wholeList = place === 'leads' || asksForStageless(filters.values);
  const known = useMemo(
    () => (wholeList ? leads.rows : stagedLeads(leads.rows)),
    [leads.rows, wholeList],
  );
  const { rows } = useTableView(known, columns, { predicate: predicate ?? undefined, sort });
  return {
    leads,
    view,
    setView,
    sort,
    setSort,
    filters,
    list,
    columns,
    choice,
    /** What is to be shown, in its order. */
    rows,
    isFiltered: predicate !== null,
  };
}

export type LeadViewState = ReturnType<typeof useLeadView>;

/** "Kanban" or "List". */
export function LeadViewToggle({ view, setView }: Pick<LeadViewState, 'view' | 'setView'>) {
  return <ViewToggle label="View" views={views} value={view} onChange={setView} />;
}

interface ToolsProps {
  state: LeadViewState;
  searchLabel: string;
  /** What the board can be sorted by. */
  sortKeys: readonly string[];
}

/** Above the leads: search, the board's order, and what is filtered. */
export function LeadTools({ state, searchLabel, sortKeys }: ToolsProps) {
  const { filters, leads, list } = state;
  return (
    <>
      <div className="list-tools">
        <TextInput
          className="list-search"
          type="search"
          aria-label={searchLabel}
          placeholder={searchLabel}
          leftSection={<IconSearch size={16} aria-hidden />}
          value={filters.values['search'] ?? ''}
          onChange={(event) => filters.set('search', event.currentTarget.value)}
        />
        {state.view === 'kanban' ? (
          <SortSelect
            columns={state.columns}
            keys={sortKeys}
            sort={state.sort}
            onSort={state.setSort}
          />
        ) : null}
      </div>
      <FilterChips
        filters={list}
        values={filters.values}
        rows={leads.rows}
        onRemove={filters.remove}
        onClear={filters.clear}
      />
    </>
  );
}

/** Below the leads: how many are shown, and the button of the filters. */
export function LeadFilterPanel({ state }: { state: LeadViewState }): ReactNode {
  const { filters, leads, list, rows } = state;
  return (
    <FilterPanel
      filters={list}
      values={filters.values}
      rows={leads.rows}
      onApply={filters.replace}
      footer={
        leads.state === 'ready' ? `Showing ${rows.length} of ${leads.rows.length} leads` : null
      }
    />
  );
}
