import type { ErrorTable } from '~/kit/shared/error-codes';

declare module '~/kit/shared/error-codes' {
  interface ErrorTables {
    views: typeof viewErrors;
  }
}

export const viewErrors = {
  'view.name_taken': [409, 'The maker has another view of this list with this name'],
  'view.not_own': [403, 'A shared view is changed by its maker or an administrator'],
  'view.too_many': [409, 'The person has as many views as there may be'],
} as const satisfies ErrorTable;
