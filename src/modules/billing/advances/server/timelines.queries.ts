import { sql } from 'kysely';
import type { Person } from '~/kit/server/database/context';
import type { SqlPart } from '~/kit/server/database/db';
import { formatMoney } from '~/kit/shared/money/money';
import { registerTimeline } from '~/modules/records/records/server/timeline-sources.service';
import { readable } from '~/modules/organization/workspaces/server/workspace-scope.service';
import { type Advance, advanceStatuses } from '../advances.fields';

type EventData = Pick<Advance, 'id' | 'amount' | 'balance' | 'status' | 'voucher_number'>;

const eventsWhere = (person: Person, where: SqlPart) => sql`select t.id as ref, t.created_at as at,
    t.created_by_name as actor, json_build_object('id', t.id, 'amount', t.amount, 'balance', t.balance,
      'status', t.status, 'voucher_number', t.voucher_number) as facts
  from advances t join customers c on c.id = t.customer_id
  where ${where} and ${readable(person, 'payments')}`;

function describe({ id, amount, balance, status, voucher_number }: EventData) {
  const word = advanceStatuses.find(({ value }) => value === status)?.label ?? status;
  const remaining = status === 'open' ? `, ${formatMoney(balance, 'INR')} left` : '';
  return {
    title: `Advance of ${formatMoney(amount, 'INR')}`,
    text: `${voucher_number}, ${word}${remaining}`,
    link: { type: 'advance', id },
  };
}

/** Advances on the timelines of their order and their customer. */
export function registerAdvanceTimelines(): void {
  const advances = { name: 'advance', kind: 'payment', describe } as const;
  registerTimeline({
    ...advances,
    of: 'orders',
    select: (person, id) => eventsWhere(person, sql`t.order_id = ${id}`),
  });
  registerTimeline({
    ...advances,
    of: 'customers',
    select: (person, id) => eventsWhere(person, sql`t.customer_id = ${id}`),
  });
}
