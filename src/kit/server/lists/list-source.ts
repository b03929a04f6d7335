import type { RawBuilder } from 'kysely';
import type { Whereabouts } from '~/kit/shared/changes';
import type { NewestBy } from './list-patch';

/**
 * A whole list as a JSON array, built by the database and passed through (COPY with row_to_json). Its rows have the
 * `id` under which the database notes their changes, as those of `entity`.
 */
export interface ListSource {
  select: RawBuilder<unknown>;
  entity: string;
  /** What else changes its rows, noted under their ids. */
  also?: string;
  /** Where its newest come first: what changed is then put into the kept list, which is read whole only once. */
  newestBy?: NewestBy;
  /** Whether a record that was there, of those people, was in this list; all were unless given. */
  reads?: (at: Whereabouts) => boolean;
}
