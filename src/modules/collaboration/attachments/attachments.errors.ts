import type { ErrorTable } from '~/kit/shared/error-codes';

declare module '~/kit/shared/error-codes' {
  interface ErrorTables {
    attachments: typeof attachmentErrors;
  }
}

export const attachmentErrors = {
  'file.type_not_allowed': [415, 'Files of this type cannot be added'],
  'file.not_what_name_says': [415, 'What is in the file is not what its name says'],
  'file.too_many': [409, 'The record has the most files that one may have'],
  'file.no_room': [409, 'The files of the record would be larger than they may be together'],
  'file.quota_reached': [
    409,
    'The files of all records use up what the operator gave them (FILES_GB)',
  ],
  'file.not_own': [403, 'A file is deleted by who added it or by an administrator'],
} as const satisfies ErrorTable;
