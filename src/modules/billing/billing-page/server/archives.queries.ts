import { sql } from 'kysely';
import type { Context } from '~/kit/server/database/context';
import type { Day } from '~/kit/shared/time/days';
import { shown } from '~/modules/organization/workspaces/server/workspace-scope.service';

/** The chosen workspace's invoices issued between two days, both included, newest first; all of them without days. */
export async function listIssued(
  { db, person }: Pick<Context, 'db' | 'person'>,
  days: { from: Day | null; to: Day | null },
): Promise<{ id: number; invoice_number: string }[]> {
  const found = await sql<{
    id: number;
    invoice_number: string;
  }>`select t.id, t.invoice_number
    from invoices t join customers c on c.id = t.customer_id
    where t.status <> 'draft' and not t.is_opening and ${shown(person, 'invoices')}
    and (${days.from}::date is null or t.invoice_date >= ${days.from}::date)
    and (${days.to}::date is null or t.invoice_date <= ${days.to}::date)
    order by t.created_at desc, t.id desc`.execute(db);
  return found.rows;
}
