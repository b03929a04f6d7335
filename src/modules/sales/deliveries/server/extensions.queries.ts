import { sql } from 'kysely';
import { registerBulk } from '~/modules/records/batches/server/batches.service';
import { registerTies, tieBy } from '~/modules/records/batches/server/registry.service';
import { registerRecords } from '~/modules/records/records/server/records.service';
import { registerDocument } from '~/modules/sales/customers/server/customers.service';
import { delivering } from '~/modules/sales/orders/server/delivering.service';
import { deliveryBulk, deliveryOneByOne } from './bulk.internal';
import { deliveries, deliveryLines, deliveryLinks } from './deliveries.queries';
import { deliveriesOfOrders } from './following.internal';
import { registerDeliveryTimelines } from './timelines.queries';

export function provideDeliveries(): void {
  registerDocument(deliveries, {
    type: 'delivery',
    kind: 'deliveries',
    number: sql`t.delivery_number`,
    lines: deliveryLines,
    refersTo: {
      products: (id) =>
        sql`t.id in (select delivery_id from delivery_lines where product_id = ${id})`,
    },
    each: deliveryOneByOne,
  });
  delivering.provide(deliveriesOfOrders);
  registerDeliveryTimelines();
  registerRecords('deliveries', {
    entity: deliveries,
    links: deliveryLinks,
    lines: [deliveryLines],
  });
  registerTies('deliveries', [
    tieBy('customers', 'deliveries', { column: 'order_id', other: 'orders' }),
    tieBy('customers', 'deliveries', {
      column: 'shipping_address_id',
      other: 'customer_addresses',
    }),
  ]);
  registerBulk(deliveryBulk);
}
