import type { Person } from '~/kit/server/database/context';
import type { Db } from '~/kit/server/database/db';
import { findRecord } from '~/kit/server/database/entity';
import type { Delivery } from '../deliveries.fields';
import { deliveries } from './deliveries.queries';

/** Null where there is none, or none that `person` may read. */
export async function findDelivery(db: Db, id: number, person?: Person): Promise<Delivery | null> {
  return findRecord(db, deliveries, id, person);
}
