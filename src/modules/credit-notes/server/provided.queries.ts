import { sql } from 'kysely';
import { registerNumbered } from '~/modules/invoices/server/numbered.service';
import { registerPlace } from '~/modules/workspaces/server/whereabouts.service';
import { registerCreditNoteTimelines } from './timelines.queries';

export function provideCreditNotes(): void {
  registerCreditNoteTimelines();
  registerNumbered(
    'notes',
    sql`select kind || '_note', number_year, number_sequence, note_number, status
      from credit_notes where number_sequence is not null`,
  );
  registerPlace('credit_notes', {
    from: sql`credit_notes t join invoices i on i.id = t.invoice_id
      join customers c on c.id = i.customer_id`,
    workspace: sql`c.workspace_id`,
    owners: [sql`t.created_by`],
  });
}
