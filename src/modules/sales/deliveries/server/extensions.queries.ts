import { sql } from 'kysely';
import { registerTrace } from '~/modules/catalogue/products/lots/server/tracing.service';
import { listDeliveredLots } from './lots.internal';
import { registerDependents } from '~/kit/server/database/dependents';
import { counted } from '~/kit/shared/money/numbers';
import { registerBulk } from '~/modules/records/batches/server/batches.service';
import { registerTies, tiesBy } from '~/modules/records/batches/server/registry.service';
import { readable } from '~/modules/organization/workspaces/server/workspace-scope.service';
import { lotsAt } from '~/modules/catalogue/products/lots/server/lots.service';
import { registerDocument } from '~/modules/sales/customers/server/customers.service';
import { delivering } from '~/modules/sales/orders/server/delivering.service';
import { type Delivery, deliveryStatuses } from '../deliveries.fields';
import { deliveryBulk, deliveryOneByOne } from './bulk.internal';
import { deliveries, deliveryLines, deliveryLinks } from './deliveries.queries';
import { deliveriesOfOrders } from './following.internal';

export function provideDeliveries(): void {
  registerDocument(deliveries, {
    type: 'delivery',
    kind: 'deliveries',
    number: sql`t.delivery_number`,
    lines: { ...deliveryLines, beside: lotsAt },
    goods: ['products'],
    links: deliveryLinks,
    each: deliveryOneByOne,
    events: {
      kind: 'document',
      details: sql`t.id, t.delivery_number, t.status, t.item_count`,
      describe,
      of: { orders: (id) => sql`t.order_id = ${id}` },
    },
  });
  delivering.provide(deliveriesOfOrders);
  registerTies(
    'deliveries',
    tiesBy('customers', 'deliveries', {
      order_id: 'orders',
      shipping_address_id: 'customer_addresses',
    }),
  );
  registerTrace('deliveries', { forward: listDeliveredLots });
  registerBulk(deliveryBulk);
  registerDependents({
    table: 'deliveries',
    type: 'delivery',
    label: sql`t.delivery_number`,
    join: sql`join customers c on c.id = t.customer_id`,
    readableBy: (person) => readable(person, 'deliveries'),
    of: { locations: (id) => sql`t.location_id = ${id} and t.status = 'draft'` },
  });
}

type EventData = Pick<Delivery, 'id' | 'delivery_number' | 'status' | 'item_count'>;

function describe({ id, delivery_number, status, item_count }: EventData) {
  const word = deliveryStatuses.find(({ value }) => value === status)?.label ?? status;
  return {
    title: `Delivery ${delivery_number}`,
    text: `${word}, ${counted(item_count, 'item')}`,
    link: { type: 'delivery', id },
  };
}
