import { useMemo } from 'react';
import type { Identified } from '~/kit/ui/records/list-store';
import { type Records, useRecords } from '~/kit/ui/records/useRecords';

export type PartUrl = 'addresses' | 'contacts';

/** The addresses or contacts of a customer, the oldest first. */
export function useCustomerParts<Row extends Identified, Patch extends object>(
  customer: number,
  url: PartUrl,
): Records<Row, Patch> {
  const records = useRecords<Row, Patch>({
    entity: `customer_${url}`,
    path: `/customers/${customer}/${url}`,
    unscoped: true,
    order: (a, b) => a.id - b.id,
  });
  return useMemo(() => {
    // A default that moves changes another row as well.
    const loaded = async <T>(work: Promise<T>): Promise<T> => {
      const done = await work;
      records.retry();
      return done;
    };
    return {
      ...records,
      create: (values) => loaded(records.create(values)),
      update: (id, patch) => loaded(records.update(id, patch)),
      delete: (id) => loaded(records.delete(id)),
    };
  }, [records]);
}
