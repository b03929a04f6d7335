import { sql } from 'kysely';
import type { Person } from '~/kit/server/database/context';
import type { SqlPart } from '~/kit/server/database/db';
import { formatMoney } from '~/kit/shared/money/money';
import { registerTimeline } from '~/modules/records/records/server/timeline-sources.service';
import { readable } from '~/modules/organization/workspaces/server/workspace-scope.service';
import { type Advance, advanceStatuses } from '../advances.fields';

type Facts = Pick<Advance, 'id' | 'amount' | 'balance' | 'status' | 'voucher_number'>;

const made = (person: Person, where: SqlPart) => sql`select t.id as ref, t.created_at as at,
    t.created_by_name as actor, json_build_object('id', t.id, 'amount', t.amount, 'balance', t.balance,
      'status', t.status, 'voucher_number', t.voucher_number) as facts
  from advances t join customers c on c.id = t.customer_id
  where ${where} and ${readable(person, 'payments')}`;

function say({ id, amount, balance, status, voucher_number }: Facts) {
  const word = advanceStatuses.find(({ value }) => value === status)?.label ?? status;
  const left = status === 'open' ? `, ${formatMoney(balance, 'INR')} left` : '';
  return {
    title: `Advance of ${formatMoney(amount, 'INR')}`,
    text: `${voucher_number}, ${word}${left}`,
    link: { type: 'advance', id },
  };
}

/** Advances on the timelines of their order and their customer. */
export function registerAdvanceTimelines(): void {
  const advances = { name: 'advance', kind: 'payment', say } as const;
  registerTimeline({
    ...advances,
    of: 'orders',
    select: (person, id) => made(person, sql`t.order_id = ${id}`),
  });
  registerTimeline({
    ...advances,
    of: 'customers',
    select: (person, id) => made(person, sql`t.customer_id = ${id}`),
  });
}
