import { sql } from 'kysely';
import { registerPlace } from '~/modules/workspaces/server/whereabouts.service';
import { registerCreditNoteTimelines } from './timelines.queries';

export function provideCreditNotes(): void {
  registerCreditNoteTimelines();
  registerPlace('credit_notes', {
    from: sql`credit_notes t join invoices i on i.id = t.invoice_id
      join customers c on c.id = i.customer_id`,
    workspace: sql`c.workspace_id`,
    owners: [sql`t.created_by`],
  });
}
