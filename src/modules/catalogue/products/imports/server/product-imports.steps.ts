import type { Person } from '~/kit/server/database/context';
import { heldUnits } from '~/modules/catalogue/tax/server/units.service';
import { getSettings } from '~/modules/organization/company/server/settings.service';
import type { Heading } from '~/modules/records/imports/heading.rules';
import {
  type FilePlan,
  importWriter,
  keysOf,
} from '~/modules/records/imports/server/import-writer.service';
import type { ImportKind, Run } from '~/modules/records/imports/server/imports.service';
import { productWindows } from '../../catalogue/server/product-windows.queries';
import { describeMove } from '../../stock/server/movements.queries';
import { finenessCheck, unitMeaning } from '../product-rows.rules';
import { csvColumns, exportColumns, productFormat, sampleCsv, storedColumn } from '../products.csv';
import { groupFinder } from './import-groups.steps';
import {
  findBySkus,
  type KnownProduct,
  productsAsCsv,
  subcategoryAfter,
} from './product-imports.queries';

/** Products from a CSV file (docs/product/imports.md#rows). */
export const productImports: ImportKind = {
  subject: 'products',
  format: productFormat,
  sample: sampleCsv,
  exported: {
    windows: () => productWindows,
    rows: async ({ db }, chosen) =>
      productsAsCsv(chosen, exportColumns((await getSettings(db)).tax_mode)),
  },
  errors: [],
  begin: (trx, person) => describeMove(trx, moveNote(person)),
  open: async (run, heading) => importWriter(run, heading, await productPlan(run, heading)),
};

function moveNote(person: Person) {
  return {
    type: 'import',
    reason: 'CSV import',
    notes: null,
    order_id: null,
    delivery_id: null,
    created_by: person.id,
    created_by_name: `${person.first_name} ${person.last_name}`.trim(),
    allow_negative: false,
  } as const;
}

async function productPlan(run: Run, heading: Heading): Promise<FilePlan<KnownProduct>> {
  const { context, dryRun } = run;
  const { trx } = run.session;
  const units = await heldUnits(trx);
  const findGroups = await groupFinder({ trx, context }, dryRun);
  const { price_decimals } = await getSettings(trx);
  const fineness = finenessCheck(heading, units, price_decimals);
  const columns = csvColumns.filter(({ name }) =>
    heading.columns.some((each) => each.name === name),
  );
  const targets = columns
    // The SKU identifies the row; a different spelling is not a change.
    .filter(({ name }) => name !== 'sku_code')
    .map((column) => ({ column: storedColumn(column.name), keeps: 'initial' in column }));
  const has = (column: string) => targets.some((target) => target.column === column);
  const isReset = has('category_id') && !has('subcategory_id');
  const reset = { column: 'subcategory_id', value: subcategoryAfter };
  return {
    format: productFormat,
    table: 'products',
    label: 'product_name',
    key: { field: 'sku_code', noun: 'SKU code' },
    columns: columns.map(({ name }) => storedColumn(name)),
    targets: isReset ? [...targets, reset] : targets,
    meaning: unitMeaning(units.map(({ code }) => code)),
    match: async (rows) => {
      const keys = await keysOf(run, rows);
      const known = await findBySkus(trx, keys);
      return keys.map((key) => ({ keys: [key], known: known.get(key) ?? null }));
    },
    judge: async (row, known) => {
      const tooFine = fineness(row, known);
      if (tooFine.length > 0) return tooFine;
      const ids = await findGroups(row.values, known);
      if ('message' in ids) return [{ row: row.line, ...ids }];
      return { values: { ...(known ? {} : initial), ...row.values, ...ids } };
    },
  };
}

const initial = Object.fromEntries(csvColumns.map(({ name, initial: value }) => [name, value]));
