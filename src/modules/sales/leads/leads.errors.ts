import type { ErrorTable } from '~/kit/shared/error-codes';

declare module '~/kit/shared/error-codes' {
  interface ErrorTables {
    leads: typeof leadErrors;
  }
}

export const leadErrors = {
  'lead.already_converted': [
    409,
    'The lead was converted to a customer and cannot change any more',
  ],
  'lead.not_open': [409, 'Only an active, contacted or qualified lead is converted'],
  'lead.convert_only': [409, 'The status `converted` is reached by converting alone'],
  'stage.name_taken': [409, 'Another stage has this name'],
  'stage.in_use': [409, 'The stage holds leads'],
  'stage.last_active': [409, 'The last active stage stays active'],
  'stage.position_out_of_range': [400, 'The pipeline has no such position'],
} as const satisfies ErrorTable;
