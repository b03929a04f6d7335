import { extensionPoint } from '~/kit/server/database/extension-point';
import type { Write } from '~/kit/server/database/context';
import type { Db, SqlPart } from '~/kit/server/database/db';

interface JobWorkers {
  /** SQL: the name of the vendor with whom the goods of location `t` are, or null. */
  name: SqlPart;
  /** Holds a vendor until the transaction ends; 400 for an unknown or inactive one. */
  hold: (write: Write, vendorId: number) => Promise<unknown>;
  /** A vendor as a challan names it, line by line. */
  print: (db: Db, vendorId: number) => Promise<readonly string[]>;
}

/** The vendors with whom goods lie, provided by the vendors module. */
export const jobWorkers = extensionPoint<JobWorkers>('locations.job_workers');
