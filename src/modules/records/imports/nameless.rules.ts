import type { CsvRow } from '~/kit/shared/csv/csv-reader';
import { columnLabels } from './columns.rules';
import type { Heading } from './heading.rules';
import type { RowProblem } from './imports.fields';

const mostNotes = 20;

/** Notes which columns without a heading have values that no field takes (docs/product/imports.md#rows). */
export class NamelessColumns {
  private readonly width: number;
  /** Those among the headings. */
  private inside: number[];
  private readonly found = new Map<number, string>();

  constructor(
    private readonly header: CsvRow,
    private readonly heading: Heading,
  ) {
    this.width = header.cells.length;
    this.inside = header.cells.flatMap((cell, at) =>
      cell.trim() === '' && !heading.taken.has(at) ? [at] : [],
    );
  }

  read(rows: readonly CsvRow[]): void {
    const { most } = this.heading.widths;
    for (const { cells, problem } of rows) {
      if (problem !== undefined || cells.length > most) continue;
      for (const at of this.inside) this.look(cells, at);
      for (let at = this.width; at < cells.length; at += 1) this.look(cells, at);
    }
    this.inside = this.inside.filter((at) => !this.found.has(at));
  }

  private look(cells: readonly string[], at: number): void {
    const text = cells[at]?.trim() ?? '';
    if (text === '' || this.found.has(at) || this.heading.taken.has(at)) return;
    if (this.found.size < mostNotes) this.found.set(at, text);
  }

  /** By the line of the headings. */
  remarks(): [line: number, RowProblem][] {
    const { cells, line } = this.header;
    const all = [...this.found].sort(([one], [other]) => one - other);
    return all.map(([at, value]) => {
      const field = columnLabels([...cells, ...Array.from({ length: at }, () => '')])[at] ?? null;
      return [line, { field, value, message: `${field} has no heading and was left out` }];
    });
  }
}
