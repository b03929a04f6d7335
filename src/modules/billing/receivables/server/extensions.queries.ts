import { sql } from 'kysely';
import type { Person } from '~/kit/server/database/context';
import { formatMoney } from '~/kit/shared/money/money';
import { readableAs } from '~/modules/organization/workspaces/server/workspace-scope.service';
import { registerMove } from '~/modules/records/batches/server/registry.service';
import { registerTimeline } from '~/modules/records/records/server/timeline-sources.service';
import type { Reminder } from '../receivables.fields';

type EventData = Pick<Reminder, 'amount' | 'recipient'>;

export function provideReceivables(): void {
  registerMove({ of: 'customers', table: 'payment_reminders', column: 'customer_id' });
  registerTimeline<EventData>({
    of: 'customers',
    name: 'reminder',
    kind: 'mail',
    describe: ({ amount, recipient }) => ({
      title: `Reminder of ${formatMoney(amount, 'INR')}`,
      text: `To ${recipient}`,
    }),
    select: (
      person: Person,
      id: number,
    ) => sql`select r.id as ref, r.created_at as at, r.created_by_name as actor,
        json_build_object('amount', r.amount, 'recipient', r.recipient) as facts
      from payment_reminders r join customers t on t.id = r.customer_id
      where r.customer_id = ${id} and ${readableAs(person, 'receipts', 'customers')}`,
  });
}
