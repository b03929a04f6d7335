import { sql } from 'kysely';
import type { Person } from '~/kit/server/database/context';
import type { SqlPart } from '~/kit/server/database/db';
import { formatMoney } from '~/kit/shared/money/money';
import { registerTimeline } from '~/modules/records/records/server/timeline-sources.service';
import { readable } from '~/modules/organization/workspaces/server/workspace-scope.service';
import { type Order, orderStatuses } from '../orders.fields';

type EventData = Pick<Order, 'id' | 'order_number' | 'status' | 'total_amount'>;

const eventsWhere = (person: Person, where: SqlPart) => sql`select t.id as ref, t.created_at as at,
    t.created_by_name as actor, json_build_object('id', t.id, 'order_number', t.order_number,
      'status', t.status, 'total_amount', t.total_amount) as facts
  from orders t join customers c on c.id = t.customer_id
  where ${where} and ${readable(person, 'orders')}`;

function describe({ id, order_number, status, total_amount }: EventData) {
  const word = orderStatuses.find(({ value }) => value === status)?.label ?? status;
  return {
    title: `Order ${order_number}`,
    text: `${word}, ${formatMoney(total_amount, 'INR')}`,
    link: { type: 'order', id },
  };
}

/** Orders on the timelines of their customer and their products. */
export function registerOrderTimelines(): void {
  const orders = { name: 'order', kind: 'document', describe } as const;
  registerTimeline({
    ...orders,
    of: 'customers',
    select: (person, id) => eventsWhere(person, sql`t.customer_id = ${id}`),
  });
  registerTimeline({
    ...orders,
    of: 'products',
    select: (person, id) =>
      eventsWhere(person, sql`t.id in (select order_id from order_lines where product_id = ${id})`),
  });
}
