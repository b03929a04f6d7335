import { Button } from '@mantine/core';
import { DataTable } from '~/kit/ui/DataTable';
import type { Lead } from '../leads.fields';
import type { LeadDialogsState } from './LeadDialogs';
import type { LeadViewState } from './LeadView';

interface Props {
  state: LeadViewState;
  dialogs: LeadDialogsState;
  label: string;
  emptyText: string;
  /** Of the button that makes the first one. */
  addLabel: string;
}

const idOf = (lead: Lead) => lead.id;
const isConverted = (lead: Lead) => lead.status === 'converted';

/** The leads as a list. */
export function LeadTable({ state, dialogs, label, emptyText, addLabel }: Props) {
  const { leads, filters, choice, isFiltered } = state;
  return (
    <DataTable
      label={label}
      rows={state.rows}
      columns={choice.columns}
      rowId={idOf}
      sort={state.sort}
      onSort={state.setSort}
      rowActions={choice.showsActions ? dialogs.rowActions : undefined}
      state={leads.state}
      loadingText="Loading leads..."
      failedText="Leads could not be loaded"
      onRetry={leads.retry}
      emptyText={emptyText}
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
        ) : dialogs.create ? (
          <Button onClick={dialogs.create}>{addLabel}</Button>
        ) : null
      }
      onOpenRow={dialogs.view}
      isRowMuted={isConverted}
    />
  );
}
