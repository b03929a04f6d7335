import type { ErrorTable } from '~/kit/shared/error-codes';

declare module '~/kit/shared/error-codes' {
  interface ErrorTables {
    leads: typeof leadErrors;
  }
}

export const leadErrors = {
  'lead.already_converted': [
    409,
    'The lead was converted to a customer and can no longer be changed',
  ],
  'lead.not_open': [409, 'Only an active, contacted or qualified lead can be converted'],
  'lead.customer_inactive': [409, 'A lead becomes only an active customer'],
  'lead.convert_only': [409, 'Only converting a lead sets the status `converted`'],
  'lead.in_use': [409, 'A quotation names the lead'],
  'stage.name_taken': [409, 'Another stage has this name'],
  'stage.in_use': [409, 'The stage has leads'],
  'stage.last_active': [409, 'The last active stage cannot be deactivated'],
  'stage.position_out_of_range': [400, 'The pipeline has no such position'],
} as const satisfies ErrorTable;
