import type { ErrorTable } from '~/kit/shared/error-codes';

declare module '~/kit/shared/error-codes' {
  interface ErrorTables {
    products: typeof productErrors;
  }
}

export const productErrors = {
  'product.sku_taken': [409, 'Another product has this SKU code'],
  'product.in_stock': [409, 'The product has stock'],
  'product.other_unit': [409, 'The stock of products that are merged is counted in one unit'],
  'product.in_use': [409, 'Orders or invoices name the product'],
  'product.category_required': [409, 'A subcategory needs its category first'],
  'category.in_use': [409, 'The category holds subcategories or products'],
  'category.name_taken': [409, 'Another category has this name'],
  'subcategory.in_use': [409, 'The subcategory holds products'],
  'subcategory.name_taken': [409, 'Another subcategory of the category has this name'],
  'brand.in_use': [409, 'Products are of the brand'],
  'brand.name_taken': [409, 'Another brand has this name'],
  'stock.insufficient': [409, 'There is less in stock than is asked for'],
  'stock.finer_than_unit': [409, 'The unit of the product has not so many decimals'],
  'stock.limit_exceeded': [409, 'The stock would exceed the greatest quantity'],
  'stock.over_reserved': [409, 'More would be reserved than can be'],
} as const satisfies ErrorTable;
