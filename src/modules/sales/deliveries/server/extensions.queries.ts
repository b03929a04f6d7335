import { sql } from 'kysely';
import { registerDependents } from '~/kit/server/database/dependents';
import { registerKindPlacement } from '~/modules/organization/workspaces/server/whereabouts.service';
import { readable } from '~/modules/organization/workspaces/server/workspace-scope.service';
import { registerBulk } from '~/modules/records/batches/server/batches.service';
import {
  registerMove,
  registerPart,
  registerTies,
  registerUndo,
  tieBy,
} from '~/modules/records/batches/server/registry.service';
import { registerRecords } from '~/modules/records/records/server/records.service';
import { registerSearch } from '~/modules/records/records/server/search-sources.service';
import { documentSearch } from '~/modules/sales/customers/server/customers.service';
import { delivering } from '~/modules/sales/orders/server/delivering.service';
import { deliveryBulk, deliveryOneByOne } from './bulk.internal';
import { deliveries, deliveryLines, deliveryLinks } from './deliveries.queries';
import { deliveriesOfOrders } from './following.internal';
import { registerDeliveryTimelines } from './timelines.queries';

export function provideDeliveries(): void {
  delivering.provide(deliveriesOfOrders);
  registerSearch({
    type: 'delivery',
    kind: 'deliveries',
    ...documentSearch('deliveries', sql`t.delivery_number`),
  });
  registerDeliveryTimelines();
  registerRecords('deliveries', {
    entity: deliveries,
    links: deliveryLinks,
    lines: [deliveryLines],
  });
  registerKindPlacement(
    'deliveries',
    'deliveries',
    sql`deliveries t join customers c on c.id = t.customer_id`,
  );
  registerDependents({
    table: 'deliveries',
    type: 'delivery',
    label: sql`t.delivery_number`,
    join: sql`join customers c on c.id = t.customer_id`,
    readableBy: (person) => readable(person, 'deliveries'),
    of: {
      customers: (id) => sql`t.customer_id = ${id}`,
      products: (id) =>
        sql`t.id in (select delivery_id from delivery_lines where product_id = ${id})`,
    },
  });
  registerUndo({
    table: 'deliveries',
    noun: 'Delivery',
    label: sql`t.delivery_number`,
    each: deliveryOneByOne,
  });
  registerPart({
    of: 'deliveries',
    table: 'delivery_lines',
    owner: sql`t.delivery_id`,
    label: sql`t.description`,
    noun: null,
  });
  registerMove({ of: 'customers', table: 'deliveries', column: 'customer_id', kind: 'deliveries' });
  registerTies('deliveries', [
    tieBy('customers', 'deliveries', { column: 'order_id', other: 'orders' }),
    tieBy('customers', 'deliveries', {
      column: 'shipping_address_id',
      other: 'customer_addresses',
    }),
  ]);
  registerMove({ of: 'products', table: 'delivery_lines', column: 'product_id' });
  registerBulk(deliveryBulk);
}
