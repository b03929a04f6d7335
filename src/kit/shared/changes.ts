/** What browsers hear of a write (docs/product/wire.md#live-channel). */
export interface Change {
  entity: string;
  /** Null for many, or any. */
  id: number | null;
}

/** What a browser that has a list open is sent of it, without asking. */
export interface ListMessage<Row = unknown> {
  /** The name of the list's room, as its answer's `list-live` says. */
  list: string;
  n: number;
  rows: readonly Row[];
  gone: readonly number[];
  cursor: string;
  whole: boolean;
}

/** Where a record is and whose it is: what decides who reads it. */
export interface Whereabouts {
  workspace: number | null;
  owners: readonly number[];
}
