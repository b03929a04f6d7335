import { sql } from 'kysely';
import { formatMoney } from '~/kit/shared/money/money';
import { registerEvents } from '~/modules/records/records/server/timeline-sources.service';
import { noteStatuses } from '../credit-notes.fields';

interface EventData {
  id: number;
  kind: 'credit' | 'debit';
  note_number: string;
  status: string;
  total_amount: number;
  invoice_number: string;
}

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
  registerEvents({
    name: 'credit_note',
    kind: 'document',
    describe,
    from: sql`credit_notes t join invoices i on i.id = t.invoice_id
      join customers c on c.id = i.customer_id`,
    rightsOf: 'invoices',
    details: sql`t.id, t.kind, t.note_number, t.status, t.total_amount, i.invoice_number`,
    of: {
      invoices: (id) => sql`t.invoice_id = ${id}`,
      customers: (id) => sql`i.customer_id = ${id}`,
    },
  });
}
