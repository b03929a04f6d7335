import type { Transaction } from '~/kit/server/database/transaction';
import { invalid } from '~/kit/server/errors';
import type { Location } from '../locations.fields';
import { holdLocation } from './locations.queries';

export { jobWorkers } from './job-workers.internal';
export { listActive, listWith, locations } from './locations.queries';

/** The location that a document names, or the default one, until the transaction ends; 400 for an unknown or inactive one. */
export async function requireLocation(
  trx: Transaction,
  id: number | null,
  field = 'location_id',
): Promise<Location> {
  const location = await holdLocation(trx, id);
  if (!location) throw invalid(field, 'Location not found');
  if (!location.is_active) throw invalid(field, `The location "${location.name}" is inactive`);
  return location;
}
