import { sql } from 'kysely';
import type { Person } from '~/kit/server/database/context';
import type { SqlPart } from '~/kit/server/database/db';
import { counted } from '~/kit/shared/money/numbers';
import { registerTimeline } from '~/modules/records/records/server/timeline-sources.service';
import { readable } from '~/modules/organization/workspaces/server/workspace-scope.service';
import { type Delivery, deliveryStatuses } from '../deliveries.fields';

type EventData = Pick<Delivery, 'id' | 'delivery_number' | 'status' | 'item_count'>;

const eventsWhere = (person: Person, where: SqlPart) => sql`select t.id as ref, t.created_at as at,
    t.created_by_name as actor, json_build_object('id', t.id, 'delivery_number', t.delivery_number,
      'status', t.status, 'item_count', t.item_count) as facts
  from deliveries t join customers c on c.id = t.customer_id
  where ${where} and ${readable(person, 'deliveries')}`;

function describe({ id, delivery_number, status, item_count }: EventData) {
  const word = deliveryStatuses.find(({ value }) => value === status)?.label ?? status;
  return {
    title: `Delivery ${delivery_number}`,
    text: `${word}, ${counted(item_count, 'item')}`,
    link: { type: 'delivery', id },
  };
}

/** Deliveries on the timelines of their customer, their order and their products. */
export function registerDeliveryTimelines(): void {
  const deliveries = { name: 'delivery', kind: 'document', describe } as const;
  registerTimeline({
    ...deliveries,
    of: 'customers',
    select: (person, id) => eventsWhere(person, sql`t.customer_id = ${id}`),
  });
  registerTimeline({
    ...deliveries,
    of: 'orders',
    select: (person, id) => eventsWhere(person, sql`t.order_id = ${id}`),
  });
  registerTimeline({
    ...deliveries,
    of: 'products',
    select: (person, id) =>
      eventsWhere(
        person,
        sql`t.id in (select delivery_id from delivery_lines where product_id = ${id})`,
      ),
  });
}
