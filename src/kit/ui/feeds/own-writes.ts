import { compareVersions, type Identified, type RowChanges } from './list-rows';

/** So long an older state of a record that someone just wrote is held back. */
const heldMs = 3000;

interface Own<Row> {
  row: Row | null;
  /** This reading and those before it may not know of the write. */
  before: number;
  /** What the server says instead: a state that seems older, or null while it has not named the record. */
  held: Row | null | undefined;
  due: number | null;
}

/**
 * What a person wrote stays as they wrote it while answers and messages from before it are still on their way. After a
 * few seconds the server is read again; if it has nothing newer, the state that was held back replaces the write.
 */
export class OwnWrites<Row extends Identified> {
  readonly #writes = new Map<number, Own<Row>>();
  readonly #settle: () => void;
  #reading = 0;

  constructor(settle: () => void) {
    this.#settle = settle;
  }

  get isWaiting(): boolean {
    return this.#writes.size > 0;
  }

  begin(): number {
    this.#reading += 1;
    return this.#reading;
  }

  /** A record that the list did not have is its own only when the server names it too, however often it is written. */
  note(id: number, row: Row | null, isListed: boolean): void {
    const isNamed = isListed && this.#writes.get(id)?.held !== null;
    const held = row && !isNamed ? null : undefined;
    const own: Own<Row> = { row, before: this.#reading, held, due: null };
    this.#writes.set(id, own);
    setTimeout(() => this.#expire(id, own), heldMs);
  }

  /** Whether a row that came from the server is shown; `reading` is the one it came with, 0 for a message. */
  admits(row: Row, reading: number): boolean {
    const own = this.#writes.get(row.id);
    if (!own) return true;
    const versions = own.row && compareVersions(row, own.row);
    if (reading > own.before || (versions !== null && versions >= 0)) {
      this.#writes.delete(row.id);
      return true;
    }
    own.held = row;
    return false;
  }

  forget(id: number): void {
    this.#writes.delete(id);
  }

  /** A whole list, with the person’s own writes that its reading may not know of. */
  within(rows: readonly Row[], reading: number): readonly Row[] {
    if (this.#writes.size === 0) return rows;
    const unsent = new Map(this.#writes);
    const stored = rows.flatMap((row) => {
      const own = unsent.get(row.id);
      unsent.delete(row.id);
      if (!own || this.admits(row, reading)) return [row];
      return own.row ? [own.row] : [];
    });
    const created: Row[] = [];
    for (const [id, own] of unsent) {
      if (reading > own.before) this.#writes.delete(id);
      else if (own.row) {
        own.held = null;
        created.push(own.row);
      }
    }
    return [...created, ...stored];
  }

  /** What takes the place of the user's own writes, now that a reading from after their time did not name them. */
  released(reading: number): RowChanges<Row> {
    const rows: Row[] = [];
    const deleted: number[] = [];
    for (const [id, { held, due }] of this.#writes) {
      if (due === null || reading <= due) continue;
      this.#writes.delete(id);
      if (held) rows.push(held);
      else deleted.push(id);
    }
    return { rows, gone: deleted };
  }

  clear(): boolean {
    const had = this.#writes.size > 0;
    this.#writes.clear();
    return had;
  }

  #expire(id: number, own: Own<Row>): void {
    if (this.#writes.get(id) !== own) return;
    if (own.held === undefined) {
      this.#writes.delete(id);
      return;
    }
    own.due = this.#reading;
    this.#settle();
  }
}
