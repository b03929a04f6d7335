import type { ErrorTable } from '~/kit/shared/error-codes';

declare module '~/kit/shared/error-codes' {
  interface ErrorTables {
    returns: typeof returnErrors;
  }
}

export const returnErrors = {
  'return.not_all': [403, 'Returns are of the whole company, of which the person sees a part'],
  'return.not_filed': [404, 'The month is not marked as filed'],
} as const satisfies ErrorTable;
