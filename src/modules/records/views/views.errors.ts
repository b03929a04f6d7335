import type { ErrorTable } from '~/kit/shared/error-codes';

declare module '~/kit/shared/error-codes' {
  interface ErrorTables {
    views: typeof viewErrors;
  }
}

export const viewErrors = {
  'view.name_taken': [409, 'The user has another view of this list with this name'],
  'view.not_own': [403, 'Only its author or an administrator can change a shared view'],
  'view.too_many': [409, 'The user has the maximum number of views'],
} as const satisfies ErrorTable;
