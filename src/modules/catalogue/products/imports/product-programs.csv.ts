import { type Program, without } from '~/modules/records/imports/formats.rules';

type Headings = Program['headings'];

const wooCommerce: Omit<Program, 'signs'> = {
  name: 'WooCommerce products',
  headings: {
    name: 'product_name',
    sku: 'sku_code',
    regular_price: 'unit_price',
    price: 'unit_price',
    cost_of_goods: 'cost_price',
    categories: 'category',
    brands: 'brand',
    stock: 'stock_quantity',
    low_stock_amount: 'reorder_level',
    description: 'description',
    short_description: 'description',
    gtin_upc_ean_or_isbn: 'barcode',
    published: 'is_active',
    ...without(
      'id type is_featured visibility_in_catalog in_stock tax_status tax_class parent images tags sale_price',
    ),
  },
  parts: { category: { separator: ',', part: 'first' } },
  // What is sold are the variations of a variable product.
  skips: { column: 'type', texts: ['variable', 'grouped'] },
};

const zohoItems: Headings = {
  item_name: 'product_name',
  sku: 'sku_code',
  rate: 'unit_price',
  selling_price: 'unit_price',
  purchase_rate: 'cost_price',
  purchase_price: 'cost_price',
  cost_price: 'cost_price',
  stock_on_hand: 'stock_quantity',
  opening_stock: 'stock_quantity',
  reorder_point: 'reorder_level',
  reorder_level: 'reorder_level',
  usage_unit: 'unit_of_measure',
  unit_name: 'unit_of_measure',
  unit: 'unit_of_measure',
  category_name: 'category',
  brand: 'brand',
  manufacturer: 'brand',
  upc: 'barcode',
  ean: 'barcode',
  isbn: 'barcode',
  status: 'is_active',
  ...without(
    'item_id product_type item_type account account_code purchase_account purchase_description inventory_account vendor ' +
      'taxable taxability_type exemption_reason intra_state_tax_name inter_state_tax_name source reference_id opening_stock_value',
  ),
};

const odoo: Headings = {
  name: 'product_name',
  display_name: 'product_name',
  internal_reference: 'sku_code',
  sales_price: 'unit_price',
  public_price: 'unit_price',
  cost: 'cost_price',
  product_category: 'category',
  quantity_on_hand: 'stock_quantity',
  unit_of_measure: 'unit_of_measure',
  active: 'is_active',
  ...without(
    'product_type type responsible external_id forecasted_quantity forecast_quantity company',
  ),
};

const tally: Headings = {
  particulars: 'product_name',
  // The closing rate is what the stock has cost.
  rate: 'cost_price',
  quantity: 'stock_quantity',
  value: [],
  closing_balance_rate: 'cost_price',
  closing_balance_quantity: 'stock_quantity',
  closing_balance_value: [],
};

/** Exports of products (docs/product/imports.md#other-programs). */
export const productPrograms: readonly Program[] = [
  {
    name: 'Shopify products',
    signs: ['handle', 'variant_sku'],
    headings: {
      title: 'title',
      option1_value: 'option1_value',
      option2_value: 'option2_value',
      option3_value: 'option3_value',
      variant_sku: 'sku_code',
      type: 'category',
      product_category: 'category',
      vendor: 'brand',
      body_html: 'description',
      variant_price: 'unit_price',
      cost_per_item: 'cost_price',
      variant_inventory_qty: 'stock_quantity',
      variant_barcode: 'barcode',
      status: 'is_active',
      published: 'is_active',
      ...without(
        'handle tags option1_name option2_name option3_name variant_grams variant_compare_at_price image_src',
      ),
    },
    fillDown: {
      by: 'handle',
      columns: ['title', 'body_html', 'vendor', 'product_category', 'type', 'status', 'published'],
    },
  },
  { ...wooCommerce, signs: ['type', 'sku', 'regular_price'] },
  { ...wooCommerce, signs: ['is_featured', 'visibility_in_catalog'] },
  {
    name: 'ERPNext items',
    signs: ['item_group', 'default_unit_of_measure'],
    headings: {
      item_code: 'sku_code',
      item_name: 'product_name',
      item_group: 'category',
      default_unit_of_measure: 'unit_of_measure',
      disabled: 'is_active',
      hsn_sac: 'hsn_code',
      gst_hsn_code: 'hsn_code',
      opening_stock: 'stock_quantity',
      valuation_rate: 'cost_price',
      standard_selling_rate: 'unit_price',
      standard_rate: 'unit_price',
      barcode_barcodes: 'barcode',
      ...without('id maintain_stock shelf_life_in_days uom_uoms conversion_factor_uoms'),
    },
    skips: { column: 'id', texts: [''] },
  },
  { name: 'Zoho items', signs: ['item_name', 'purchase_rate'], headings: zohoItems },
  { name: 'Zoho items', signs: ['item_name', 'usage_unit'], headings: zohoItems },
  { name: 'Zoho items', signs: ['item_name', 'product_type', 'rate'], headings: zohoItems },
  {
    name: 'QuickBooks products',
    signs: ['product_service_name'],
    headings: {
      product_service_name: 'product_name',
      sku: 'sku_code',
      sales_price_rate: 'unit_price',
      price: 'unit_price',
      purchase_cost: 'cost_price',
      cost: 'cost_price',
      sales_description: 'description',
      quantity_on_hand: 'stock_quantity',
      qty_on_hand: 'stock_quantity',
      reorder_point: 'reorder_level',
      category: 'category',
      ...without(
        'type taxable income_account expense_account inventory_asset_account purchase_description quantity_as_of_date',
      ),
    },
  },
  { name: 'Odoo products', signs: ['internal_reference', 'sales_price'], headings: odoo },
  { name: 'Odoo products', signs: ['internal_reference', 'product_category'], headings: odoo },
  {
    name: 'Marg items',
    signs: ['packing', 'company'],
    headings: {
      code: 'sku_code',
      item_code: 'sku_code',
      product_name: 'product_name',
      item_name: 'product_name',
      // The manufacturer.
      company: 'brand',
      hsn_code: 'hsn_code',
      rate_a: 'unit_price',
      pur_rate: 'cost_price',
      purchase_rate: 'cost_price',
      ...without('packing gst m_r_p mrp rate_b rate_c'),
    },
  },
  {
    name: 'Busy items',
    signs: ['item_name', 'purc_price'],
    headings: {
      alias: 'sku_code',
      item_alias: 'sku_code',
      purc_price: 'cost_price',
      sale_price: 'unit_price',
      item_group: 'category',
      parent_group: 'category',
      op_stock_qty: 'stock_quantity',
      op_stock: 'stock_quantity',
      ...without('mrp print_name s_no op_stock_value'),
    },
  },
  { name: 'Tally stock items', signs: ['particulars', 'quantity', 'rate'], headings: tally },
  {
    name: 'Tally stock items',
    signs: ['particulars', 'closing_balance_quantity'],
    headings: tally,
  },
];
