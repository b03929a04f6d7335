/** What browsers hear of a write: they patch the row, or reload the list (docs/product/wire.md#live-channel). */
export interface Change {
  entity: string;
  /** Null where the whole list is to be reloaded. */
  id: number | null;
  action: 'created' | 'updated' | 'deleted';
  /** The record's `updated_at` after the write: a browser that has this version does not fetch it again. */
  version: string | null;
}

/** Where a record is and whose it is: what decides who reads it. */
export interface Whereabouts {
  workspace: number | null;
  owners: readonly number[];
}
