import type { ErrorTable } from '~/kit/shared/error-codes';

declare module '~/kit/shared/error-codes' {
  interface ErrorTables {
    batches: typeof batchErrors;
  }
}

export const batchErrors = {
  'batch.already_undone': [409, 'The change was undone before'],
  'merge.same_record': [400, 'A record is merged with another one'],
  'merge.right_missing': [403, 'A merge moves only what the person may change'],
  'merge.hidden_records': [403, 'A merge moves only what the person may see'],
  'batch.too_old': [409, 'A change is undone within thirty days'],
} as const satisfies ErrorTable;
