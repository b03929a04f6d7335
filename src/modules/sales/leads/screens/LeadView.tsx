import { IconLayoutKanban, IconList } from '@tabler/icons-react';
import { useMemo } from 'react';
import type { Filter } from '~/kit/shared/filters/filters';
import { RecordTools } from '~/kit/ui/list/RecordTools';
import { SortSelect } from '~/kit/ui/list/SortSelect';
import type { Sort } from '~/kit/ui/columns/tableColumn';
import { useRecordList } from '~/kit/ui/list/useRecordList';
import { ViewToggle } from '~/kit/ui/inputs/ViewToggle';
import { useCompany } from '~/modules/organization/company/screens/settings.client';
import type { Lead } from '../leads.fields';
import type { Moment } from '~/kit/shared/filters/kind-filters';
import { asksForStageless, longPipelineFilters } from '../pipeline.filters';
import { stagedLeads } from '../pipeline.rules';
import { type LeadScreen, useLeadColumns } from './LeadColumns';
import type { Leads } from './leads.client';

const newestFirst: Sort = { key: 'created_at', direction: 'desc' };

const views = [
  { value: 'board', label: 'Kanban', icon: <IconLayoutKanban size={16} aria-hidden /> },
  { value: 'list', label: 'List', icon: <IconList size={16} aria-hidden /> },
] as const;

interface Options {
  leads: Leads;
  filters: readonly Filter<Lead, Moment>[];
  /** Keys, also of the actions. */
  defaultColumns: readonly string[];
}

/** The view of a screen with leads: list or board, filters, order and columns, saved under the screen's name. */
export function useLeadView(screen: LeadScreen, { leads, filters, defaultColumns }: Options) {
  const columns = useLeadColumns(leads, screen);
  const view = {
    name: screen,
    columns,
    defaultColumns,
    filters,
    ...(screen === 'pipeline' ? { longFilters: longPipelineFilters } : {}),
    sort: newestFirst,
    layout: 'board',
  } as const;
  const all = useRecordList(leads, view, useCompany());
  const isWhole = screen === 'leads' || asksForStageless(all.chosen.values);
  const rows = useMemo(() => (isWhole ? all.rows : stagedLeads(all.rows)), [all.rows, isWhole]);
  return { list: { ...all, rows } };
}

export type LeadViewState = ReturnType<typeof useLeadView>;

export function LeadViewToggle({ list }: LeadViewState) {
  return <ViewToggle label="View" views={views} value={list.layout} onChange={list.setLayout} />;
}

interface ToolsProps {
  state: LeadViewState;
  searchLabel: string;
  sortKeys: readonly string[];
}

export function LeadTools({ state, searchLabel, sortKeys }: ToolsProps) {
  const { list } = state;
  return (
    <RecordTools list={list} label={searchLabel}>
      {list.layout === 'board' ? (
        <SortSelect columns={list.columns} keys={sortKeys} sort={list.sort} onSort={list.setSort} />
      ) : null}
    </RecordTools>
  );
}
