import { sql } from 'kysely';
import type { Person } from '~/kit/server/database/context';
import type { SqlPart } from '~/kit/server/database/db';
import { formatMoney } from '~/kit/shared/money/money';
import { registerTimeline } from '~/modules/records/records/server/timeline-sources.service';
import { readable } from '~/modules/organization/workspaces/server/workspace-scope.service';
import { noteStatuses } from '../credit-notes.fields';

interface EventData {
  id: number;
  kind: 'credit' | 'debit';
  note_number: string;
  status: string;
  total_amount: number;
  invoice_number: string;
}

const eventsWhere = (person: Person, where: SqlPart) => sql`select t.id as ref, t.created_at as at,
    t.created_by_name as actor, json_build_object('id', t.id, 'kind', t.kind,
      'note_number', t.note_number, 'status', t.status, 'total_amount', t.total_amount,
      'invoice_number', i.invoice_number) as facts
  from credit_notes t join invoices i on i.id = t.invoice_id
  join customers c on c.id = i.customer_id
  where ${where} and ${readable(person, 'invoices')}`;

function describe({ id, kind, note_number, status, total_amount, invoice_number }: EventData) {
  const word = noteStatuses.find(({ value }) => value === status)?.label ?? status;
  return {
    title: `${kind === 'credit' ? 'Credit' : 'Debit'} note ${note_number}`,
    text: `${word}, ${formatMoney(total_amount, 'INR')}, for ${invoice_number}`,
    link: { type: `${kind}_note`, id },
  };
}

/** Credit and debit notes on the timelines of their invoice and its customer. */
export function registerCreditNoteTimelines(): void {
  const notes = { name: 'credit_note', kind: 'document', describe } as const;
  registerTimeline({
    ...notes,
    of: 'invoices',
    select: (person, id) => eventsWhere(person, sql`t.invoice_id = ${id}`),
  });
  registerTimeline({
    ...notes,
    of: 'customers',
    select: (person, id) => eventsWhere(person, sql`i.customer_id = ${id}`),
  });
}
