import { useMemo } from 'react';
import { ChoiceBadge } from '~/kit/ui/elements/Badge';
import { columnsFromFields } from '~/kit/ui/columns/columns';
import type { Column } from '~/kit/ui/columns/tableColumn';
import { useCompany } from '~/modules/organization/company/screens/settings.client';
import { type Note, noteFields, noteStatuses } from '../credit-notes.fields';

const except = [
  'id',
  'kind',
  'invoice_id',
  'customer_id',
  'tax_mode',
  'supply_type',
  'mail_error',
  'mailed_at',
  'has_irn',
  'created_by',
  'workspace_id',
] as const;

const statusOrder = noteStatuses.map((status) => status.value);

export function useNoteColumns(): readonly Column<Note>[] {
  const { timeZone, today } = useCompany();
  return useMemo(
    () =>
      columnsFromFields(noteFields, {
        except,
        timeZone,
        today,
        required: ['note_number'],
        overrides: {
          note_number: { width: 148, copy: true },
          invoice_number: { width: 148 },
          customer_name: { width: 170 },
          note_date: { width: 112 },
          total_amount: { width: 122 },
          status: { sortValue: ({ status }) => statusOrder.indexOf(status) },
          tax_rate: { text: ({ tax_rate }) => `${tax_rate}%` },
        },
      }),
    [timeZone, today],
  );
}

export function NoteStatus({ note }: { note: Pick<Note, 'status'> }) {
  return <ChoiceBadge choices={noteStatuses} value={note.status} />;
}
