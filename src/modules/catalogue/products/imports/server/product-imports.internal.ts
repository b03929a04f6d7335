import { userOf, type Write } from '~/kit/server/database/context';
import { listHeld } from '~/kit/server/database/dependents';
import type { Transaction } from '~/kit/server/database/transaction';
import { decimalsOf } from '~/kit/shared/money/quantities';
import { addDays, type Day, dayOf, formatDay, startOfDay } from '~/kit/shared/time/days';
import { heldUnits } from '~/modules/catalogue/tax/server/units.service';
import type { PriceDecimals } from '~/modules/organization/company/prices.rules';
import { getSettings } from '~/modules/organization/company/server/settings.service';
import type { CsvColumn } from '~/modules/records/imports/formats.rules';
import type { Heading } from '~/modules/records/imports/heading.rules';
import type { Values } from '~/modules/records/imports/rows.rules';
import {
  type FilePlan,
  importWriter,
  listKeys,
} from '~/modules/records/imports/server/import-writer.service';
import type { ImportKind, Run } from '~/modules/records/imports/server/imports.service';
import { productFields } from '../../catalogue/products.fields';
import { productWindows } from '../../catalogue/server/product-windows.queries';
import { adjustmentFields, costDecimals } from '../../stock/movements.fields';
import { listActive } from '../../locations/server/locations.service';
import { describeMove, type MoveNote } from '../../stock/server/movements.queries';
import {
  atPresent,
  decimalsCheck,
  heldUnitErrors,
  lotErrors,
  openingMoves,
  openingLocation,
  pastStockErrors,
  unitCostErrors,
  unitMeaning,
} from '../product-rows.rules';
import {
  csvColumns,
  exportColumns,
  openingColumns,
  productFormat,
  sampleCsv,
  storedColumn,
} from '../products.csv';
import { groupFinder } from './import-groups.internal';
import {
  findBySkus,
  type ExistingProduct,
  type Past,
  productsAsCsv,
  stockWithLater,
  subcategoryAfter,
  takeIds,
} from './product-imports.queries';

/** Products from a CSV file (docs/product/imports.md#rows). */
export const productImports: ImportKind = {
  subject: 'products',
  format: productFormat,
  sample: sampleCsv,
  exported: {
    windows: productWindows,
    rows: async ({ db }, chosen, own) =>
      productsAsCsv(chosen, exportColumns((await getSettings(db)).tax_mode), own),
  },
  takesDay: true,
  begin: async ({ trx, context }, asOf) => {
    await describeMove(trx, moveNote(context, await pastOf(trx, asOf)));
  },
  open: async (run, heading) => importWriter(run, heading, await productPlan(run, heading)),
};

/** When later movements than those of a past day begin; null for now. */
async function pastOf(trx: Transaction, asOf: Day | null): Promise<Past | null> {
  if (asOf === null) return null;
  const { time_zone: zone } = await getSettings(trx);
  return { since: startOfDay(addDays(asOf, 1), zone), zone };
}

function moveNote({ person, now }: Write['context'], past: Past | null) {
  return {
    type: 'import',
    reason: 'CSV import',
    notes: past && `Imported on ${formatDay(dayOf(now, past.zone))}`,
    // Stock as of a day is that of its end.
    at: past && new Date(Date.parse(past.since) - 1).toISOString(),
    order_id: null,
    delivery_id: null,
    created_by: userOf(person),
    created_by_name: `${person.first_name} ${person.last_name}`.trim(),
    allow_negative: false,
  } as const;
}

async function productPlan(run: Run, heading: Heading): Promise<FilePlan<ExistingProduct>> {
  const { context, dryRun, asOf } = run;
  const { trx } = run.session;
  const units = await heldUnits(trx);
  const { isTidy } = heading;
  const findGroups = await groupFinder({ trx, context }, { dryRun, createsAll: isTidy });
  const { price_decimals } = await getSettings(trx);
  const past = await pastOf(trx, asOf);
  const decimals = decimalsCheck(heading, units, price_decimals);
  const opening = openingColumns.filter(({ name }) => heading.names.has(name));
  const isPlain = opening.length === 0;
  const hasLots = heading.names.has('lot_number');
  const locations = isPlain ? [] : await listActive(trx);
  const columns = csvColumns.filter(({ name }) => heading.names.has(name));
  const heldIds = await listHeld(trx, 'products', 'unit_of_measure');
  return {
    format: productFormat,
    table: 'products',
    label: 'product_name',
    key: { field: 'sku_code', noun: 'SKU code' },
    columns: [
      ...(isPlain ? [] : ['id']),
      ...(hasLots ? ['tracking'] : []),
      ...columns.map(({ name }) => storedColumn(name)),
    ],
    targets: targetsOf(columns, heading, past),
    meaning: unitMeaning(units),
    match: async (rows) => {
      const skus = rows.map(({ key }) => key);
      const keys = await listKeys(trx, skus);
      const existing = await findBySkus(trx, keys, past);
      return keys.map((key) => ({ keys: [key], existing: existing.get(key) ?? null }));
    },
    judge: async ({ values }, existing) => {
      const row = isTidy ? rounded(run, values, price_decimals) : values;
      if (existing) noteUnused(run, row, opening);
      const inPast = existing && asOf !== null ? pastStockErrors(row, existing, asOf) : [];
      const [rowNow, existingNow] = existing && past ? atPresent(row, existing) : [row, existing];
      const placed = existing ? { values: {}, errors: [] } : openingLocation(row, locations);
      const costs = existing ? [] : [...unitCostErrors(row), ...placed.errors];
      const wrong = [
        ...inPast,
        ...costs,
        ...decimals(rowNow, existingNow),
        ...lotErrors(row, existing),
        ...heldUnitErrors(row, existing, heldIds),
      ];
      if (wrong.length > 0) return wrong;
      const ids = await findGroups(row, existing);
      if ('message' in ids) return [ids];
      return { values: { ...(existing ? {} : initial), ...row, ...ids, ...placed.values } };
    },
    ...(isPlain ? {} : withOpening(trx, moveNote(context, past))),
  };
}

/** The columns of existing products that the file changes. */
function targetsOf(
  columns: typeof csvColumns,
  { names }: Heading,
  past: Past | null,
): FilePlan<never>['targets'] {
  const targets = columns
    // The SKU identifies the row; a different spelling is not a change.
    .filter(({ name }) => name !== 'sku_code')
    .map((column) => ({
      column: storedColumn(column.name),
      keeps: 'initial' in column,
      ...(past && column.name === 'stock_quantity' ? { value: stockWithLater(past.since) } : {}),
    }));
  const isReset = names.has('category') && !names.has('subcategory');
  const reset = { column: 'subcategory_id', value: subcategoryAfter, isDerived: true };
  return isReset ? [...targets, reset] : targets;
}

/** New products take their ids before they are written: by them the ledger learns what their stock is worth and where it lies. */
function withOpening(
  trx: Transaction,
  note: MoveNote,
): Pick<FilePlan<never>, 'atOnce' | 'complete'> {
  return {
    // The database reads this of all that is written at once for each product.
    atOnce: 50,
    complete: async (rows) => {
      const ids = await takeIds(trx, rows.length);
      const created = rows.map((row, at) => ({ ...row, id: ids[at] }));
      await describeMove(trx, { ...note, ...openingMoves(created) });
      return created;
    },
  };
}

/** Other programs calculate costs with any number of decimals. */
function rounded({ report }: Run, values: Values, decimals: PriceDecimals): Values {
  const result = { ...values };
  for (const [name, most] of [
    ['unit_price', decimals],
    ['cost_price', decimals],
    ['unit_cost', costDecimals],
  ] as const) {
    const price = values[name];
    if (typeof price !== 'number' || decimalsOf(price) <= most) continue;
    result[name] = Number(price.toFixed(most));
    const { label } = name === 'unit_cost' ? adjustmentFields.unit_cost : productFields[name];
    report.noteChanges([{ change: 'rounded', label, text: String(price) }]);
  }
  return result;
}

/** The stock of an existing product keeps its value, and stays where it is. */
function noteUnused({ report }: Run, row: Values, opening: readonly CsvColumn[]): void {
  for (const { name, field } of opening) {
    const value = row[name];
    if (value === undefined || value === null) continue;
    report.noteChanges([{ change: 'only_new', label: field.label, text: String(value) }]);
  }
}

const initial = Object.fromEntries(csvColumns.map(({ name, initial: value }) => [name, value]));
