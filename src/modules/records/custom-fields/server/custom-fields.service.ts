import type { Db } from '~/kit/server/database/db';
import type { CustomField } from '../custom-fields.fields';
import { listOf } from './custom-fields.queries';

/** The company's own fields of a kind that are on, in their order; none for a kind that has none. */
export async function listOwnFields(db: Db, kind: string): Promise<CustomField[]> {
  return (await listOf(db, kind)).filter(({ is_active }) => is_active);
}
