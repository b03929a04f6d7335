import type { ErrorTable } from '~/kit/shared/error-codes';

declare module '~/kit/shared/error-codes' {
  interface ErrorTables {
    attachments: typeof attachmentErrors;
  }
}

export const attachmentErrors = {
  'file.type_not_allowed': [415, 'The file type is not supported'],
  'file.not_what_name_says': [415, 'The content of the file does not match its name'],
  'file.too_many': [409, 'The record has the maximum number of files'],
  'file.no_room': [409, 'The files of the record would exceed their maximum total size'],
  'file.quota_reached': [409, 'The files of all records have reached their limit (FILES_GB)'],
  'file.not_own': [403, 'Only the person who added the file or an administrator can delete it'],
} as const satisfies ErrorTable;
