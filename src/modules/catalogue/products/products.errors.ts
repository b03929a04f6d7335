import type { ErrorTable } from '~/kit/shared/error-codes';

declare module '~/kit/shared/error-codes' {
  interface ErrorTables {
    products: typeof productErrors;
  }
}

export const productErrors = {
  'product.sku_taken': [409, 'Another product has this SKU code'],
  'product.in_stock': [409, 'The product has stock'],
  'product.other_unit': [409, 'Merged products must use the same unit'],
  'product.in_use': [409, 'Orders or invoices use the product'],
  'product.category_required': [409, 'A subcategory needs its category first'],
  'category.in_use': [409, 'The category has subcategories or products'],
  'category.name_taken': [409, 'Another category has this name'],
  'subcategory.in_use': [409, 'The subcategory has products'],
  'subcategory.name_taken': [409, 'Another subcategory of the category has this name'],
  'brand.in_use': [409, 'Products use the brand'],
  'brand.name_taken': [409, 'Another brand has this name'],
  'stock.insufficient': [409, 'The stock is lower than the requested quantity'],
  'stock.finer_than_unit': [409, 'The unit of the product allows fewer decimals'],
  'stock.limit_exceeded': [409, 'The stock would exceed the maximum quantity'],
  'stock.over_reserved': [409, 'More would be reserved than is allowed'],
} as const satisfies ErrorTable;
