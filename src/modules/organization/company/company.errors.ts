import type { ErrorTable } from '~/kit/shared/error-codes';

declare module '~/kit/shared/error-codes' {
  interface ErrorTables {
    company: typeof companyErrors;
  }
}

export const companyErrors = {
  'logo.unsupported_format': [400, 'The logo is not a PNG or JPEG image'],
  'logo.damaged': [400, 'The logo is damaged'],
  'logo.dimensions_too_large': [400, 'The logo has too many pixels'],
  'payment_method.is_default': [409, 'The default account can only be replaced by another one'],
} as const satisfies ErrorTable;
