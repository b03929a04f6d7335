import type { ErrorTable } from '~/kit/shared/error-codes';

declare module '~/kit/shared/error-codes' {
  interface ErrorTables {
    tax: typeof taxErrors;
  }
}

export const taxErrors = {
  'unit.code_taken': [409, 'Another unit has this code'],
  'unit.in_use': [409, 'Products are counted in the unit'],
} as const satisfies ErrorTable;
