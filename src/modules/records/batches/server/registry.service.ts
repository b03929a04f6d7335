import type { Context, Write } from '~/kit/server/database/context';
import type { SqlPart } from '~/kit/server/database/db';
import type { Images } from '~/kit/server/database/images';
import type { Transaction } from '~/kit/server/database/transaction';
import { type Kind, kindOfEntity } from '~/modules/organization/kinds/kinds.rules';

type Values = Record<string, unknown>;

/** What is about to be done to rows of a table behind its module's back. */
export type Operation = 'insert' | 'change' | 'undo' | 'delete';

/** For records with consequences beyond their row, such as stock: each is written by its module's own functions. */
export interface OneByOne {
  /** Locks what these functions lock before the record itself. */
  lockBefore?: (trx: Transaction, id: number) => Promise<unknown>;
  update: (context: Context, id: number, values: Values) => Promise<unknown>;
  remove: (context: Context, id: number) => Promise<unknown>;
  /** Gives a record the former values of these columns. */
  revert: (context: Context, id: number, former: Values) => Promise<unknown>;
  /** Checks a record that was just written back with its parts, and does what follows from it. */
  restored: (write: Write, id: number) => Promise<void>;
}

/** A table whose rows batches keep and write back (docs/product/bulk.md#undo); its rows are called `t`. */
export interface UndoTable {
  table: string;
  /** `Lead` */
  noun: string;
  label: SqlPart;
  /** Called before each statement that writes several rows, with the values that changed ones are given. */
  prepare?: (write: Write, operation: Operation, images?: Images) => Promise<void>;
  /** Why former values that must be unique are taken: a sentence, or null. */
  clash?: (write: Write, image: Values) => Promise<string | null>;
  /** Called when two merged records are apart again, with all their rows. */
  parted?: (write: Write, ids: readonly number[]) => Promise<void>;
  /** By id: which rule of today the images break. */
  broken?: (write: Write, images: Images) => Promise<Map<number, string>>;
  each?: OneByOne;
}

/** Rows that belong to a record of `of`, and go and come back with it. */
export interface Part {
  of: string;
  table: string;
  /** SQL: the id of the record that the row `t` belongs to, or null. */
  owner: SqlPart;
  label: SqlPart;
  /** `address`, where a newer one keeps a created record from being taken back; null where it does not. */
  noun: string | null;
}

/** A column that is emptied when the record of `of` that it names is deleted. */
export interface Pointer {
  of: string;
  table: string;
  column: string;
}

/** Rows that belong to a record of `of` and go to the other one when it is merged. */
export interface Move {
  of: string;
  table: string;
  /** The column that names the record. */
  column: string;
  /** The kind of records that the rows count as, whose rights moving them takes; none for parts of the record itself. */
  kind?: Kind;
  /** SQL: the row's other columns that change by it, as JSON; `to` is the record that it goes to. */
  beside?: (to: number) => SqlPart;
  /** SQL: the id of such a row that `to` has already. The other's, `t`, is deleted, and its notes and files move there. */
  duplicate?: (to: number) => SqlPart;
  /** Refuses a merge whose rows cannot all belong to one record, naming them. */
  enforceMove?: (write: Write, ids: { from: number; to: number }) => Promise<void>;
}

/** Rows of two tables that refer to each other and always belong to the same record of `of`. */
export interface Tie {
  of: string;
  one: string;
  other: string;
  /** Where both are named: a table with the columns of either's id, or SQL with the same. */
  at: { table: string | SqlPart; one: string; other: string };
}

const tables = new Map<string, UndoTable>();
const parts = new Map<string, Part>();
const pointers = new Map<string, Pointer>();
const moves = new Map<string, Move>();
const ties = new Map<string, Tie[]>();

/** Called by src/app/modules.ts through each module, in stacking order, as are the others. */
export function registerUndo(table: UndoTable): void {
  tables.set(table.table, table);
}

export function registerPart(part: Part): void {
  parts.set(`${part.of} ${part.table}`, part);
}

export function registerPointer(pointer: Pointer): void {
  pointers.set(`${pointer.of} ${pointer.table} ${pointer.column}`, pointer);
}

export function registerMove(move: Move): void {
  moves.set(`${move.of} ${move.table} ${move.column}`, move);
}

/** Registers all references of a module's tables at once. */
export function registerTies(by: string, own: Tie[]): void {
  ties.set(by, own);
}

/** The ties by columns of a table, each of which names a row of another. */
export function tiesBy(
  of: string,
  table: string,
  columns: Readonly<Record<string, string>>,
): Tie[] {
  return Object.entries(columns).map(([column, other]) => ({
    of,
    one: table,
    other,
    at: { table, one: 'id', other: column },
  }));
}

export function tiesOf(table: string): Tie[] {
  return [...ties.values()].flat().filter(({ of }) => of === table);
}

export function movesOf(table: string): Move[] {
  return [...moves.values()].filter(({ of }) => of === table);
}

/** The kind whose rights rows of a table take in a batch of a list; null for what only ever belongs to others. */
export function kindWithin(list: string, table: string): Kind | null {
  if (table === list) return kindOfEntity(list);
  return movesOf(list).find((move) => move.table === table)?.kind ?? null;
}

/** The table's own registration, or none for what only ever belongs to others. */
export function findUndoTable(name: string): UndoTable | null {
  return tables.get(name) ?? null;
}

export function partsOf(table: string): Part[] {
  return [...parts.values()].filter(({ of }) => of === table);
}

export function pointersAt(table: string): Pointer[] {
  return [...pointers.values()].filter(({ of }) => of === table);
}

// docs/decisions/0124
const documents = [
  'receipts',
  'invoices',
  'orders',
  'advances',
  'deliveries',
  'quotations',
  'leads',
  'price_lists',
];

/** Those of the tables whose rows everyone locks before the customers that they name, in the order of that. */
export function lockedFirst(names: Iterable<string>): string[] {
  const given = new Set(names);
  return documents.filter((name) => given.has(name));
}

/** Tables in the order in which their rows can be written back: a record before its parts. */
export function inOrder(names: Iterable<string>): string[] {
  const existing = [...tables.keys()];
  const positionOf = (name: string) => {
    const at = existing.indexOf(name);
    return at < 0 ? existing.length : at;
  };
  return [...names].sort((one, other) => positionOf(one) - positionOf(other));
}
