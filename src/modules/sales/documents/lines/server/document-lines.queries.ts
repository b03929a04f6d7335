import { termNames } from '../../taxes/server/taxation.service';

/** The columns of a line that is taxed. */
export const taxedLine = [
  'product_id',
  'service_id',
  'description',
  'quantity',
  'unit_price',
  'line_total',
  ...termNames,
] as const;
