import type { ErrorTable } from '~/kit/shared/error-codes';

declare module '~/kit/shared/error-codes' {
  interface ErrorTables {
    notes: typeof recordNoteErrors;
  }
}

export const recordNoteErrors = {
  'record_note.not_own': [403, 'Only who wrote a note changes it; an administrator may delete it'],
} as const satisfies ErrorTable;
