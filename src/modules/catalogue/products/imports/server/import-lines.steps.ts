import { copyCell, copyLine } from '~/kit/server/database/copy';
import type { CheckedRow } from '../csv-files.rules';
import type { Heading } from '../headings.rules';
import { csvColumns } from '../products.csv';
import type { GroupIds, GroupWords } from './import-groups.steps';
import { type Target, targetsOf } from './import-rows.queries';

export interface LinePlan {
  columns: readonly string[];
  /** The columns of an existing product's line, after its id. */
  targets: readonly Target[];
  words: (row: CheckedRow) => GroupWords;
  added: (row: CheckedRow, ids: GroupIds) => string;
  known: (id: number, row: CheckedRow, ids: GroupIds) => string;
}

export function linePlan({ columns }: Heading, now: Date): LinePlan {
  const at = (name: string) => columns.findIndex((column) => column.name === name);
  const cells = csvColumns
    .filter(({ name }) => at(name) >= 0)
    .map((column) => ({ ...column, at: at(column.name) }));
  const targets = targetsOf(cells.map(({ name }) => name));
  const groups = {
    category: at('category'),
    subcategory: at('subcategory'),
    brand: at('brand'),
    tax_class: at('tax_class'),
  };
  const moments = `${now.toISOString()}\t${now.toISOString()}\n`;
  const valueOf = ({ group, at: index }: (typeof cells)[number], row: CheckedRow, ids: GroupIds) =>
    group ? ids[`${group}_id`] : row.values[index];
  // The SKU identifies the row; a different spelling is not a change.
  const changing = cells.filter(({ name }) => name !== 'sku_code');
  return {
    columns: [...targets.map(({ column }) => column), 'created_at', 'updated_at'],
    targets: targets.filter(({ column }) => column !== 'sku_code'),
    // A missing column has no value: -1 is not an index.
    words: ({ values }) => ({
      category: values[groups.category],
      subcategory: values[groups.subcategory],
      brand: values[groups.brand],
      tax_class: values[groups.tax_class],
    }),
    added: (row, ids) => {
      let line = '';
      for (const cell of cells) line += `${copyCell(valueOf(cell, row, ids) ?? cell.initial)}\t`;
      return line + moments;
    },
    known: (id, row, ids) => copyLine([id, ...changing.map((cell) => valueOf(cell, row, ids))]),
  };
}
