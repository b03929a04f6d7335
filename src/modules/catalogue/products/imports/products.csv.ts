import * as field from '~/kit/shared/fields/fields';
import type { Settings } from '~/modules/organization/company/settings.fields';
import {
  type CsvColumn,
  type CsvFormat,
  sampleFile,
} from '~/modules/records/imports/formats.rules';
import { defaultUnit, productFields } from '../catalogue/products.fields';
import { adjustmentFields } from '../stock/movements.fields';
import { productPrograms } from './product-programs.csv';

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

/** Columns with the name of a record, which is stored as its id. */
export const groups = { category, subcategory, brand, tax_class } as const;

export type GroupName = keyof typeof groups;

export function isGroup(name: string): name is GroupName {
  return name in groups;
}

/** The column of the table that a column of the file is stored in. */
export function storedColumn(name: string): string {
  return isGroup(name) ? `${name}_id` : name;
}

function columnOf(name: keyof typeof own | GroupName): CsvColumn {
  if (isGroup(name)) {
    return { name, field: groups[name], repeats: true, isMinor: name !== 'category' };
  }
  const plain = { name, field: own[name] };
  if (name === 'hsn_code') return { ...plain, meaning: hsnNamed };
  if (name === 'unit_of_measure')
    return { ...plain, initial: defaultUnit, isMinor: true, after: 'stock_quantity' };
  if (name === 'is_active') return { ...plain, initial: true, meaning: activeNamed };
  return name in defaults ? { ...plain, initial: defaults[name as keyof typeof defaults] } : plain;
}

/** Spreadsheets drop the zero that codes of the first nine chapters begin with; a code has 4, 6 or 8 digits. */
function hsnNamed(text: string): string | null {
  const digits = text.trim();
  return /^[1-9](?:\d\d){1,3}$/.test(digits) ? `0${digits}` : null;
}

/** The states of products in shops; WooCommerce has -1 for a draft. */
function activeNamed(text: string): string | null {
  const word = text.trim().toLowerCase();
  if (['draft', 'archived', 'unlisted', 'discontinued', 'private', '-1'].includes(word))
    return 'no';
  return ['published', 'publish'].includes(word) ? 'yes' : null;
}

/** The columns of a product file, in the order of the export (docs/product/imports.md#columns). */
export const csvColumns: readonly CsvColumn[] = (
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
    'hsn_code',
    'tax_class',
  ] as const
).map(columnOf);

const taxColumns = csvColumns.slice(-2);

/** What a new product's stock is worth, where it lies and its lot; no column of the table, and no export has them. */
export const openingColumns: readonly CsvColumn[] = [
  { name: 'unit_cost', field: adjustmentFields.unit_cost },
  { name: 'location', field: field.text({ label: 'Location', max: 100 }), isMinor: true },
  { name: 'lot_number', field: adjustmentFields.lot_number, isMinor: true },
  { name: 'expires_on', field: adjustmentFields.expires_on, isMinor: true },
];

const costColumn = openingColumns.slice(0, 1);

function withOpening(columns: readonly CsvColumn[], opening: readonly CsvColumn[]): CsvColumn[] {
  return columns.flatMap((each) => (each.name === 'description' ? [each, ...opening] : each));
}

export const productFormat: CsvFormat = {
  columns: withOpening(csvColumns, openingColumns),
  synonyms: {
    item: 'product_name',
    product: 'product_name',
    item_description: 'product_name',
    name_of_item: 'product_name',
    name_of_product: 'product_name',
    stock_item: 'product_name',
    particulars: 'product_name',
    item_name: 'product_name',
    part_name: 'product_name',
    sku: 'sku_code',
    variant_sku: 'sku_code',
    item_code: 'sku_code',
    product_code: 'sku_code',
    part_no: 'sku_code',
    part_number: 'sku_code',
    article_no: 'sku_code',
    item_no: 'sku_code',
    code: 'sku_code',
    model_no: 'sku_code',
    internal_reference: 'sku_code',
    price: 'unit_price',
    rate: 'unit_price',
    list_price: 'unit_price',
    sales_price: 'unit_price',
    selling_price: 'unit_price',
    sale_price: 'unit_price',
    selling_rate: 'unit_price',
    sales_rate: 'unit_price',
    regular_price: 'unit_price',
    standard_selling_rate: 'unit_price',
    cost: 'cost_price',
    cost_per_item: 'cost_price',
    purchase_price: 'cost_price',
    purchase_rate: 'cost_price',
    pur_rate: 'cost_price',
    buying_price: 'cost_price',
    valuation_rate: 'cost_price',
    stock: 'stock_quantity',
    qty: 'stock_quantity',
    quantity: 'stock_quantity',
    quantity_on_hand: 'stock_quantity',
    closing_stock: 'stock_quantity',
    closing_quantity: 'stock_quantity',
    stock_on_hand: 'stock_quantity',
    opening_stock: 'stock_quantity',
    available_quantity: 'stock_quantity',
    cost_per_unit: 'unit_cost',
    opening_cost: 'unit_cost',
    opening_rate: 'unit_cost',
    opening_stock_rate: 'unit_cost',
    average_cost: 'unit_cost',
    average_rate: 'unit_cost',
    minimum_stock: 'reorder_level',
    reorder_point: 'reorder_level',
    low_stock_amount: 'reorder_level',
    uom: 'unit_of_measure',
    unit: 'unit_of_measure',
    units: 'unit_of_measure',
    usage_unit: 'unit_of_measure',
    stock_unit: 'unit_of_measure',
    ean: 'barcode',
    upc: 'barcode',
    gtin: 'barcode',
    hsn: 'hsn_code',
    hsn_sac_code: 'hsn_code',
    hsn_sac: 'hsn_code',
    type: 'category',
    product_type: 'category',
    stock_group: 'category',
    item_group: 'category',
    group: 'category',
    categories: 'category',
    product_category: 'category',
    manufacturer: 'brand',
    make: 'brand',
    active: 'is_active',
    status: 'is_active',
    disabled: 'is_active',
    discontinued: 'is_active',
    category_name: 'category',
    subcategory_name: 'subcategory',
    brand_name: 'brand',
  },
  joins: [
    {
      field: 'product_name',
      parts: ['title', 'option1_value', 'option2_value', 'option3_value'],
      separator: ' - ',
    },
    { field: 'product_name', parts: ['name'], separator: '' },
    { field: 'product_name', parts: ['description'], separator: '' },
    { field: 'dimensions', parts: ['length_cm', 'width_cm', 'height_cm'], separator: ' x ' },
  ],
  // A list of another program may have no code, and one of a stock no price.
  standIns: {
    sku_code: ['product_name'],
    product_name: ['sku_code'],
    unit_price: ['cost_price'],
  },
  programs: productPrograms,
  key: 'sku_code',
  isKeyNeeded: true,
};

/** Those of an export; the columns of tax only where tax is by class. */
export function exportColumns(taxMode: Settings['tax_mode']): readonly CsvColumn[] {
  return taxMode === 'gst' ? csvColumns : csvColumns.slice(0, -taxColumns.length);
}

/** Those that the screen names for a file to import. */
export function importColumns(taxMode: Settings['tax_mode']): readonly CsvColumn[] {
  return withOpening(exportColumns(taxMode), costColumn);
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
    unit_cost: '792.50',
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
  const sampled = withOpening(csvColumns.slice(0, 9), costColumn);
  const columns = taxMode === 'gst' ? [...sampled, ...taxColumns] : sampled;
  return sampleFile(
    columns.map(({ name }) => name),
    samples,
  );
}
