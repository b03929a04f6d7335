import { printRow } from '~/kit/shared/csv/csv';
import * as field from '~/kit/shared/fields/fields';
import type { Settings } from '~/modules/organization/company/settings.fields';
import { defaultUnit, productFields } from '../catalogue/products.fields';
import type { CsvColumn, CsvFormat } from './headings.rules';

const {
  category,
  subcategory_name: subcategory,
  brand_name: brand,
  tax_class_id: _taxClass,
  ...own
} = productFields;
const tax_class = field.text({ label: 'Tax Class', max: 60 });

/** What an empty cell or a missing column means for a new product (the defaults of its columns). */
const defaults = {
  stock_quantity: 0,
  reorder_level: 10,
  unit_of_measure: defaultUnit,
  min_order_quantity: 1,
  is_active: true,
} as const;

const groups = { category, subcategory, brand, tax_class } as const;

type ProductColumn = CsvColumn & { group: keyof typeof groups | null };

function columnOf(name: keyof typeof own | keyof typeof groups): ProductColumn {
  if (name in groups) {
    const group = name as keyof typeof groups;
    return { name, field: groups[group], group };
  }
  const plain = { name, field: own[name as keyof typeof own], group: null };
  if (name === 'hsn_code') return { ...plain, meaning: hsnNamed };
  return name in defaults ? { ...plain, initial: defaults[name as keyof typeof defaults] } : plain;
}

/** Spreadsheets drop the zero that codes of the first nine chapters begin with; a code has 4, 6 or 8 digits. */
function hsnNamed(text: string): string | null {
  const digits = text.trim();
  return /^[1-9](?:\d\d){1,3}$/.test(digits) ? `0${digits}` : null;
}

/** The columns required by docs/product/imports.md#columns. */
const statedColumns = (
  [
    'product_name',
    'sku_code',
    'category',
    'unit_price',
    'cost_price',
    'stock_quantity',
    'reorder_level',
    'unit_of_measure',
    'description',
  ] as const
).map(columnOf);

const taxColumns = (['hsn_code', 'tax_class'] as const).map(columnOf);

/**
 * The columns of a product file, in the order of the export: those of docs/product/imports.md#columns, then the other
 * editable fields.
 */
export const csvColumns: readonly ProductColumn[] = [
  ...statedColumns,
  ...(
    [
      'subcategory',
      'brand',
      'barcode',
      'specifications',
      'warranty_period',
      'weight',
      'dimensions',
      'color',
      'material',
      'min_order_quantity',
      'is_active',
    ] as const
  ).map(columnOf),
  ...taxColumns,
];

export const productFormat: CsvFormat = {
  columns: csvColumns,
  synonyms: {
    category_name: 'category',
    subcategory_name: 'subcategory',
    brand_name: 'brand',
  },
  key: 'sku_code',
  isKeyNeeded: true,
};

/** Those of an export; the columns of tax only where tax is by class. */
export function exportColumns(taxMode: Settings['tax_mode']): readonly ProductColumn[] {
  return taxMode === 'gst' ? csvColumns : csvColumns.slice(0, -taxColumns.length);
}

const samples: readonly Record<string, string>[] = [
  {
    product_name: 'Sample: Proximity Sensor M12',
    sku_code: 'SAMPLE-001',
    category: 'Electronics',
    unit_price: '1250.00',
    cost_price: '800.00',
    stock_quantity: '25',
    reorder_level: '10',
    unit_of_measure: 'each',
    description: 'Inductive, 4 mm, PNP',
    hsn_code: '853650',
    tax_class: 'GST 18%',
  },
  {
    product_name: 'Sample: Safety Helmet, yellow',
    sku_code: 'SAMPLE-002',
    category: 'Safety Equipment',
    unit_price: '349.50',
    cost_price: '210.00',
    stock_quantity: '120',
    reorder_level: '40',
    unit_of_measure: 'each',
    description: 'Six-point harness',
    hsn_code: '650610',
    tax_class: 'GST 18%',
  },
];

/** The template: the header and two rows marked as samples; the columns of tax only where tax is by class. */
export function sampleCsv(taxMode: Settings['tax_mode']): string {
  const columns = taxMode === 'gst' ? [...statedColumns, ...taxColumns] : statedColumns;
  const names = columns.map((column) => column.name);
  return [names, ...samples.map((row) => names.map((name) => row[name] ?? ''))]
    .map((cells) => printRow(cells))
    .join('');
}

/** `products-2026-11-21.csv`. */
export function exportName(day: string, format: 'csv' | 'xlsx'): string {
  return `products-${day}.${format}`;
}
