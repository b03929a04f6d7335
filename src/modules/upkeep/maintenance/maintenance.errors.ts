import type { ErrorTable } from '~/kit/shared/error-codes';

declare module '~/kit/shared/error-codes' {
  interface ErrorTables {
    maintenance: typeof maintenanceErrors;
  }
}

export const maintenanceErrors = {
  'backup.no_folder': [409, 'The server was started without a folder for backups'],
} as const satisfies ErrorTable;
