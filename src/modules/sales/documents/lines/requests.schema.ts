import { z } from 'zod';
import { fieldSchema } from '~/kit/shared/fields/field-schemas';
import { maxId } from '~/kit/shared/fields/fields';
import { mostLines, readBack, sentLineTax } from '../documents.fields';
import { itemFields } from './order-lines.fields';

/** `lineProblems` checks presence and range, with the line's number in its message. */
const anyNumber = (label: string) =>
  z
    .number({ error: `${label} must be a number` })
    .nullable()
    .optional();
/** An id that the rules check; `error` where it is not a number. */
export const anyId = (error: string) =>
  z.int({ error }).max(maxId, { error }).nullable().optional();
const total = (label: string) =>
  z
    .number({ error: `${label} must be a number` })
    .nullable()
    .optional();

const shared = {
  id: anyId('The id of a line must be a whole number').describe('Of an existing line'),
  quantity: anyNumber('Quantity'),
  unit_price: anyNumber('Unit price'),
  notes: fieldSchema(itemFields.notes).optional(),
  ...sentLineTax,
  line_total: total('Line total'),
  total_price: total('Total price'),
  description: readBack,
};

const itemShape = {
  ...shared,
  product_id: anyId('Product must be the id of an existing record'),
  product_name: readBack,
  sku_code: readBack,
  unit_of_measure: readBack,
  unit_decimals: readBack,
};

const serviceShape = {
  ...shared,
  service_id: anyId('Service must be the id of an existing record'),
  service_name: readBack,
};

/** The lines of a request; `own` is what each may say besides, `noun` such as "An order". */
export function sentLines<Item extends z.ZodRawShape, Service extends z.ZodRawShape>(
  noun: string,
  own: { items: Item; services: Service },
) {
  const lines = <S extends z.ZodType>(line: S, plural: string) =>
    z
      .array(line, { error: `The ${plural} must be a list` })
      .max(mostLines, { error: `${noun} can have at most 1,000 ${plural}` })
      .optional();
  return {
    items: lines(z.strictObject({ ...itemShape, ...own.items }), 'items'),
    services: lines(z.strictObject({ ...serviceShape, ...own.services }), 'services'),
  };
}
