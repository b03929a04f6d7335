import type { ErrorTable } from '~/kit/shared/error-codes';

declare module '~/kit/shared/error-codes' {
  interface ErrorTables {
    batches: typeof batchErrors;
  }
}

export const batchErrors = {
  'batch.already_undone': [409, 'The change has already been undone'],
  'merge.same_record': [400, 'A record cannot be merged with itself'],
  'merge.right_missing': [403, 'The user cannot change all records that the merge would move'],
  'merge.hidden_records': [403, 'The user cannot see all records that the merge would move'],
  'batch.too_old': [409, 'A change can only be undone within 30 days'],
} as const satisfies ErrorTable;
