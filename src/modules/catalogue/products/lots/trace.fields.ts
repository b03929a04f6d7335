import { z } from 'zod';
import { rowSchema } from '~/kit/shared/fields/record-schemas';
import { lotFields } from './lots.fields';

/**
 * A document through which goods of a lot came or went (docs/product/lots.md#trace). Number, id and party are null for anyone
 * who may not read it.
 */
const nodeSchema = z.object({
  depth: z.int().describe('1 for the documents of the lot itself'),
  parent: z.int().nullable().describe('The position of the node before it in this list, from 0'),
  kind: z.string(),
  id: z.int().nullable(),
  number: z.string().nullable(),
  date: z.string().nullable(),
  product_id: z.int(),
  product_name: z.string(),
  lot_id: z.int(),
  lot_number: z.string(),
  quantity: z.number(),
  unit: z.string(),
  party_id: z.int().nullable(),
  party_name: z.string().nullable(),
});
export type TraceNode = z.output<typeof nodeSchema>;

const documents = z.array(z.string()).describe('Their numbers');

export const traceSchema = z.object({
  lot: rowSchema(lotFields),
  back: z.array(nodeSchema),
  forward: z.array(nodeSchema),
  vendors: z.array(z.object({ vendor_id: z.int(), name: z.string(), documents })),
  customers: z.array(
    z.object({
      customer_id: z.int().nullable().describe('Null for those that the person may not read'),
      name: z.string().nullable(),
      quantity: z.number(),
      documents,
    }),
  ),
  is_partial: z.boolean().describe('There is more than 20 levels or 5,000 nodes'),
});
export type Trace = z.output<typeof traceSchema>;

export const traceDirections = ['back', 'forward', 'both'] as const;
export type TraceDirection = (typeof traceDirections)[number];
