import type { ComponentType, ReactNode } from 'react';
import { counted } from '~/kit/shared/money/numbers';
import { api } from '~/kit/ui/calls/api';
import type { Identified } from '~/kit/ui/feeds/list-rows';
import type { LongRows } from '~/kit/ui/feeds/long-table';
import type { Column } from '~/kit/ui/columns/tableColumn';

export interface BulkRights {
  update: boolean;
  delete: boolean;
  export: boolean;
}

export interface Nouns {
  noun: string;
  plural: string;
}

/** What a list's selected rows are, for the bar that changes them together (docs/product/screens.md#selection). */
export interface Bulk<Row> {
  /** Its name in the call: `purchase_orders`. */
  list: string;
  /** What one of its records is called, and what several are: `purchase order`, `purchase orders`. */
  nouns: Nouns;
  /** Where a record is opened. */
  path: string;
  nameOf: (row: Row) => string;
  may: BulkRights;
  /** The fields that the call changes; all when left out. */
  fields?: readonly string[] | undefined;
  /** The fields among them that no cell of the list edits (`columnsForMany`). */
  columns?: readonly Column<Row>[] | undefined;
  fileName: string;
  /** What else is done with the selected rows, such as printing them together. */
  more?: BulkExtra;
  /** What the chosen value means for the rows, shown below it. */
  note?: ComponentType<BulkNoteProps> | undefined;
}

export interface BulkNoteProps {
  ids: readonly number[];
  field: string;
  typed: string;
}

export interface BulkExtra {
  label: string;
  icon: ReactNode;
  onChoose: (ids: readonly number[]) => void;
}

/** What the bar needs of a list, whether its rows are all here or not. */
export interface BulkList<Row extends Identified> {
  source: { rows: readonly Row[]; state: string; retry: () => void };
  rows: readonly Row[];
  long: LongRows<Row> | null;
  columns: readonly Column<Row>[];
  choice: { columns: readonly Column<Row>[] };
}

export interface BulkChange {
  ids: readonly number[];
  action: 'update' | 'delete';
  values?: Readonly<Record<string, unknown>>;
}

interface BulkResponse {
  batch_id: number;
  results: readonly { id: number; ok: boolean; error?: string }[];
}

// 10,000 rows, each under its own rules, take longer than any other call.
const patienceMs = 180_000;

export function changeMany(
  list: string,
  change: BulkChange,
  idempotencyKey: string,
): Promise<BulkResponse> {
  return api.post(`/bulk/${list}`, change, { idempotencyKey, patienceMs });
}

interface Undone {
  undone: number;
  left: readonly { id: number; label: string; reason: string }[];
}

export function undoBatch(id: number): Promise<Undone> {
  return api.post(`/batches/${id}/undo`, undefined, { patienceMs });
}

/** "12 purchase orders" */
export function countedAs(count: number, { noun, plural }: Nouns): string {
  return counted(count, noun, plural);
}

/** The rows of these ids, as the list shows them first; those of a very long list are requested. */
export async function rowsOf<Row extends Identified>(
  { rows, source, long }: BulkList<Row>,
  ids: ReadonlySet<string | number>,
): Promise<readonly Row[]> {
  if (long) return long.rowsOf([...ids].map(Number));
  const shown = rows.filter(({ id }) => ids.has(id));
  if (shown.length === ids.size) return shown;
  const existing = new Set(shown.map(({ id }) => id));
  return [...shown, ...source.rows.filter(({ id }) => ids.has(id) && !existing.has(id))];
}
