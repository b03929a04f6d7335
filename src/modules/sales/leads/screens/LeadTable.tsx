import { Button } from '@mantine/core';
import type { Bulk } from '~/kit/ui/bulk/bulk';
import { RecordTable } from '~/kit/ui/list/RecordTable';
import type { RecordList } from '~/kit/ui/list/useRecordList';
import type { Lead } from '../leads.fields';
import type { LeadDialogsState } from './LeadDialogs';

interface Props {
  list: RecordList<Lead>;
  dialogs: LeadDialogsState;
  label: string;
  emptyText: string;
  bulk?: Bulk<Lead> | null;
}

const isConverted = (lead: Lead) => lead.status === 'converted';

export function LeadTable({ list, dialogs, label, emptyText, bulk = null }: Props) {
  return (
    <RecordTable
      list={list}
      bulk={bulk}
      label={label}
      rowActions={dialogs.rowActions}
      loadingText="Loading leads..."
      failedText="Leads could not be loaded"
      emptyText={emptyText}
      emptyHint="Add companies that may become customers."
      emptyAction={
        dialogs.create ? <Button onClick={dialogs.create}>Add Your First Lead</Button> : null
      }
      noMatchHint="No leads match your search and filters."
      onOpenRow={dialogs.view}
      isRowMuted={isConverted}
    />
  );
}
