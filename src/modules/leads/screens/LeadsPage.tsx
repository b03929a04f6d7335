import { Button, TextInput } from '@mantine/core';
import {
  IconArrowRight,
  IconEye,
  IconLayoutKanban,
  IconList,
  IconPencil,
  IconPlus,
  IconSearch,
  IconTrash,
} from '@tabler/icons-react';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { predicateOf } from '~/kit/shared/filters';
import { Board } from '~/kit/ui/Board';
import { ColumnChooser } from '~/kit/ui/ColumnChooser';
import { DataTable } from '~/kit/ui/DataTable';
import { FilterChips } from '~/kit/ui/FilterChips';
import { FilterPanel } from '~/kit/ui/FilterPanel';
import { Page } from '~/kit/ui/Page';
import { SortSelect } from '~/kit/ui/SortSelect';
import { actionsKey, type RowAction, type Sort } from '~/kit/ui/tableColumn';
import { useAddressWish } from '~/kit/ui/useAddressWish';
import { useColumnChoice } from '~/kit/ui/useColumnChoice';
import { useFilters } from '~/kit/ui/useFilters';
import { useStored } from '~/kit/ui/useStored';
import { useTableView } from '~/kit/ui/useTableView';
import { ViewToggle } from '~/kit/ui/ViewToggle';
import { useAssignees } from '~/modules/users/screens/users.client';
import { leadFilters } from '../leads.filters';
import type { Lead } from '../leads.fields';
import { canConvert, canDelete, canEdit } from '../leads.rules';
import { LeadCard } from './LeadCard';
import { moveLead, useLeadColumns } from './LeadColumns';
import { LeadDialogs } from './LeadDialogs';
import type { LeadQuestion } from './LeadQuestions';
import { useLeads, useStages } from './leads.client';

const defaultColumns = [
  'company_name',
  'contact_person',
  'email',
  'phone',
  'status',
  'lead_source',
  'assigned_to',
  'created_at',
  actionsKey,
];

const sortKeys = ['company_name', 'contact_person', 'email', 'created_at', 'annual_revenue'];
const newestFirst: Sort = { key: 'created_at', direction: 'desc' };

const views = [
  { value: 'kanban', label: 'Kanban', icon: <IconLayoutKanban size={16} aria-hidden /> },
  { value: 'list', label: 'List', icon: <IconList size={16} aria-hidden /> },
] as const;

/** "Lead Management" (spec 1 §2.6, contract §5). */
export default function LeadsPage() {
  const leads = useLeads();
  const stages = useStages();
  const [view, setView] = useStored('leads-view', ['kanban', 'list'], 'kanban');
  const [sort, setSort] = useState(newestFirst);
  const filters = useFilters('leads-filters');
  const columns = useLeadColumns(leads);
  const choice = useColumnChoice('leads-table-columns', columns, defaultColumns);
  const dialogs = useLeadDialogs(leads.rows);

  const filterList = useLeadFilters();
  const predicate = useMemo(
    () => predicateOf(filterList, filters.values),
    [filterList, filters.values],
  );
  const { rows } = useTableView(leads.rows, columns, { predicate: predicate ?? undefined, sort });
  const search = filters.values['search'] ?? '';
  const isFiltered = predicate !== null;

  return (
    <Page
      fill
      title="Lead Management"
      subtitle="Track and manage your sales leads"
      actions={
        <>
          <ViewToggle label="View" views={views} value={view} onChange={setView} />
          <ColumnChooser choice={choice} />
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={dialogs.create}>
            Add New Lead
          </Button>
        </>
      }
    >
      <div className="list-tools">
        <TextInput
          className="list-search"
          type="search"
          aria-label="Search leads"
          placeholder="Search leads"
          leftSection={<IconSearch size={16} aria-hidden />}
          value={search}
          onChange={(event) => filters.set('search', event.currentTarget.value)}
        />
        {view === 'kanban' ? (
          <SortSelect columns={columns} keys={sortKeys} sort={sort} onSort={setSort} />
        ) : null}
      </div>
      <FilterChips
        filters={filterList}
        values={filters.values}
        rows={leads.rows}
        onRemove={filters.remove}
        onClear={filters.clear}
      />
      {view === 'kanban' ? (
        <Board
          label="Leads by stage"
          columns={stages.active.map(({ id, stage_name, description }) => ({
            id,
            title: stage_name,
            description,
          }))}
          cards={rows}
          cardId={(lead) => lead.id}
          columnOf={(lead) => lead.current_stage_id}
          cardLabel={(lead) => lead.company_name}
          renderCard={(lead) => <LeadCard lead={lead} />}
          canMove={canEdit}
          onMove={(lead, stageId) => moveLead(leads, lead, stageId)}
          cardActions={dialogs.rowActions}
          onOpenCard={dialogs.view}
          state={bothStates(leads.state, stages.state)}
          loadingText="Loading leads..."
          onRetry={() => {
            leads.retry();
            stages.retry();
          }}
          emptyColumnText="No leads"
          dropText="Drop here"
        />
      ) : (
        <DataTable
          label="Leads"
          rows={rows}
          columns={choice.columns}
          rowId={(lead) => lead.id}
          sort={sort}
          onSort={setSort}
          rowActions={choice.showsActions ? dialogs.rowActions : undefined}
          state={leads.state}
          loadingText="Loading leads..."
          failedText="Leads could not be loaded"
          onRetry={leads.retry}
          emptyText="No leads found"
          emptyHint={
            isFiltered
              ? 'No lead fits the search and filters.'
              : 'A lead is a company that may become a customer.'
          }
          emptyAction={
            isFiltered ? (
              <Button variant="default" onClick={filters.clear}>
                Clear All
              </Button>
            ) : (
              <Button onClick={dialogs.create}>Add New Lead</Button>
            )
          }
          onOpenRow={dialogs.view}
          isRowMuted={(lead) => lead.status === 'converted'}
        />
      )}
      <FilterPanel
        filters={filterList}
        values={filters.values}
        rows={leads.rows}
        onApply={filters.replace}
        footer={
          leads.state === 'ready' ? `Showing ${rows.length} of ${leads.rows.length} leads` : null
        }
      />
      <LeadDialogs
        leads={leads}
        viewed={dialogs.viewed}
        subject={dialogs.subject}
        question={dialogs.question}
        onEdit={dialogs.edit}
        onClose={dialogs.close}
      />
    </Page>
  );
}

function useLeadFilters() {
  const stages = useStages();
  const assignees = useAssignees();
  return useMemo(
    () =>
      leadFilters({
        stages: stages.rows.map((stage) => ({ value: String(stage.id), label: stage.stage_name })),
        assignees,
      }),
    [stages.rows, assignees],
  );
}

type Open =
  | { what: 'view' | 'edit'; id: number }
  | { what: 'create' }
  | { what: 'delete' | 'convert'; id: number };

/** Which dialog is open, and the actions that open one; `/leads?edit={id}` opens that lead's form. */
function useLeadDialogs(rows: readonly Lead[]) {
  const [open, setOpen] = useState<Open | null>(null);
  const [wish, wishDone] = useAddressWish('edit');
  const close = useCallback(() => setOpen(null), []);

  useEffect(() => {
    const lead = wish && rows.find((each) => each.id === Number(wish));
    if (!lead) return;
    setOpen({ what: canEdit(lead).ok ? 'edit' : 'view', id: lead.id });
    wishDone();
  }, [wish, rows, wishDone]);

  const show = useMemo(() => {
    const opener = (what: 'view' | 'edit' | 'delete' | 'convert') => (lead: Lead) =>
      setOpen({ what, id: lead.id });
    return {
      view: opener('view'),
      edit: opener('edit'),
      delete: opener('delete'),
      convert: opener('convert'),
    };
  }, []);
  const rowActions = useMemo<readonly RowAction<Lead>[]>(
    () => [
      { key: 'view', label: () => 'View', icon: <IconEye size={16} />, onClick: show.view },
      {
        key: 'edit',
        label: () => 'Edit',
        icon: <IconPencil size={16} />,
        onClick: show.edit,
        isOffered: (lead) => canEdit(lead).ok,
      },
      {
        key: 'convert',
        label: () => 'Convert',
        icon: <IconArrowRight size={16} />,
        onClick: show.convert,
        isOffered: (lead) => canConvert(lead).ok,
      },
      {
        key: 'delete',
        label: () => 'Delete',
        icon: <IconTrash size={16} />,
        onClick: show.delete,
        isOffered: (lead) => canDelete(lead).ok,
        danger: true,
      },
    ],
    [show],
  );

  const lead = open && 'id' in open ? (rows.find((each) => each.id === open.id) ?? null) : null;
  const question: LeadQuestion | null =
    lead && (open?.what === 'delete' || open?.what === 'convert') ? { ask: open.what, lead } : null;
  return {
    close,
    ...show,
    create: () => setOpen({ what: 'create' }),
    rowActions,
    viewed: open?.what === 'view' ? lead : null,
    subject: open?.what === 'create' ? ('new' as const) : open?.what === 'edit' ? lead : null,
    question,
  };
}

type State = 'loading' | 'failed' | 'ready';

function bothStates(one: State, other: State): State {
  if (one === 'failed' || other === 'failed') return 'failed';
  return one === 'loading' || other === 'loading' ? 'loading' : 'ready';
}
