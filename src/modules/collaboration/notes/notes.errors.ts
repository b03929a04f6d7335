import type { ErrorTable } from '~/kit/shared/error-codes';

declare module '~/kit/shared/error-codes' {
  interface ErrorTables {
    notes: typeof recordNoteErrors;
  }
}

export const recordNoteErrors = {
  'record_note.not_own': [
    403,
    'Only the author can edit a note; an administrator can also delete it',
  ],
} as const satisfies ErrorTable;
