import type { ErrorTable } from '~/kit/shared/error-codes';

declare module '~/kit/shared/error-codes' {
  interface ErrorTables {
    imports: typeof importErrors;
  }
}

export const importErrors = {
  'import.file_missing': [400, 'No CSV file was sent'],
  'import.wrong_mapping': [400, 'The mapping does not match the file'],
  'import.unreadable_file': [
    400,
    'The Excel file is damaged, protected, too large or not an Excel file',
  ],
  'import.too_many_rows': [413, 'The file has more rows than one import accepts'],
  'import.cancelled': [409, 'The import was cancelled; nothing was imported'],
  'import.already_ended': [409, 'The import has ended; `data` is its state'],
  'import.no_refused_rows': [404, 'No row of the import was rejected'],
} as const satisfies ErrorTable;
