import type { ErrorTable } from '~/kit/shared/error-codes';

declare module '~/kit/shared/error-codes' {
  interface ErrorTables {
    nextSteps: typeof nextStepErrors;
  }
}

export const nextStepErrors = {
  'step.too_many': [409, 'The record has the maximum number of next steps'],
} as const satisfies ErrorTable;
