import type { ErrorTable } from '~/kit/shared/error-codes';

declare module '~/kit/shared/error-codes' {
  interface ErrorTables {
    company: typeof companyErrors;
  }
}

export const companyErrors = {
  'payment_method.is_default': [409, 'The default account stays it until another one becomes it'],
} as const satisfies ErrorTable;
