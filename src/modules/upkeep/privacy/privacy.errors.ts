import type { ErrorTable } from '~/kit/shared/error-codes';

declare module '~/kit/shared/error-codes' {
  interface ErrorTables {
    privacy: typeof privacyErrors;
  }
}

export const privacyErrors = {
  'privacy.confirmation_mismatch': [400, 'The confirmation text does not match'],
} as const satisfies ErrorTable;
