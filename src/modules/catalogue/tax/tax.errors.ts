import type { ErrorTable } from '~/kit/shared/error-codes';

declare module '~/kit/shared/error-codes' {
  interface ErrorTables {
    tax: typeof taxErrors;
  }
}

export const taxErrors = {
  'unit.code_taken': [409, 'Another unit has this code'],
  'unit.in_use': [409, 'Products use the unit'],
  'tax_class.name_taken': [409, 'Another tax class has this name'],
  'tax_class.in_use': [409, 'Products or services have the tax class'],
} as const satisfies ErrorTable;
