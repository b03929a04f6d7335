import { sql } from 'kysely';
import { registerPlace } from '~/modules/workspaces/server/whereabouts.service';

export function provideCreditNotes(): void {
  registerPlace('credit_notes', {
    from: sql`credit_notes t join invoices i on i.id = t.invoice_id
      join customers c on c.id = i.customer_id`,
    workspace: sql`c.workspace_id`,
    owners: [sql`t.created_by`],
  });
}
