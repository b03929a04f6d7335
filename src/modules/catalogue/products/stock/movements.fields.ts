import { z } from 'zod';
import * as field from '~/kit/shared/fields/fields';
import { decimalsOf } from '~/kit/shared/money/quantities';
import { createSchema, rowSchema } from '~/kit/shared/fields/record-schemas';
import { decimalsProblem, type UnitDecimals } from '~/modules/catalogue/tax/units.rules';
import { hasRightDays, ofWrongDays } from '../lots/lots.rules';
import { anyWorth, maxCost, maxStock } from '../catalogue/products.fields';

/** The causes of a stock change; `in`, `out` and `set` are adjustments, `edit` is the form or the grid. */
export const movementTypes = [
  { value: 'initial', label: 'Opening stock' },
  { value: 'in', label: 'Stock in' },
  { value: 'out', label: 'Stock out' },
  { value: 'set', label: 'Stock count' },
  { value: 'edit', label: 'Edited' },
  { value: 'import', label: 'CSV import' },
  { value: 'order', label: 'Order' },
  { value: 'return', label: 'Return' },
  { value: 'revalue', label: 'Revaluation' },
  { value: 'transfer', label: 'Transfer' },
  { value: 'purchase', label: 'Purchase' },
  { value: 'vendor_return', label: 'Return to vendor' },
] as const;

/** Whose rights show the documents behind movements. */
export const movementDocuments = {
  order: 'orders',
  delivery: 'deliveries',
  return: 'invoices',
  transfer: 'stock',
  purchase: 'goods_receipts',
  vendor_return: 'goods_receipts',
  bill: 'bills',
  purchase_order: 'purchase_orders',
} as const;

const worth = (label: string) => ({
  ...field.readOnly(field.money<true>({ label, required: true, currency: 'INR', ...anyWorth })),
  column: 'numeric',
});
const amount = (label: string) =>
  field.readOnly(field.quantity({ label, required: true, min: -2 * maxStock, max: 2 * maxStock }));

/**
 * An entry of the stock ledger (docs/product/stock.md#movements); `quantity` is signed. Written by the database only.
 */
export const movementFields = {
  id: { ...field.id, column: 'bigint' },
  product_id: field.readOnly(field.link({ label: 'Product', to: 'products', required: true })),
  movement_type: field.readOnly(
    field.choice({ label: 'Type', choices: movementTypes, required: true }),
  ),
  quantity: amount('Change'),
  quantity_before: amount('Before'),
  quantity_after: amount('After'),
  value: worth('Value'),
  difference: worth('Difference'),
  reason: field.readOnly(field.text({ label: 'Reason', max: 200 })),
  notes: field.readOnly(field.longText({ label: 'Notes', max: 1000 })),
  order_id: field.readOnly(field.link({ label: 'Order', to: 'orders' })),
  delivery_id: field.readOnly(field.link({ label: 'Delivery', to: 'deliveries' })),
  location_id: field.readOnly(field.link({ label: 'Location', to: 'locations' })),
  location_name: field.derived(field.text({ label: 'Location', max: 100 })),
  lot_id: field.readOnly(field.link({ label: 'Lot', to: 'lots' })),
  lot_number: field.derived(field.text({ label: 'Lot', max: 100 })),
  created_by: field.readOnly(field.link({ label: 'By', to: 'users' })),
  created_by_name: field.readOnly(field.text({ label: 'By', required: true, max: 120 })),
  created_at: field.instant({ label: 'When' }),
};

const entered = {
  /** When it was entered: after `created_at`, the moment that it counts for, where that lies in the past. */
  entered_at: z.string(),
  /** The document behind it, for anyone who may read that. */
  source: z.object({ type: z.string(), id: z.int(), label: z.string() }).nullable(),
};

export const movementSchema = z.intersection(rowSchema(movementFields), z.object(entered));
export type Movement = field.RowOf<typeof movementFields> & z.output<z.ZodObject<typeof entered>>;
export type MovementType = Movement['movement_type'];

export const adjustmentTypes = [
  { value: 'in', label: 'Stock in (add)' },
  { value: 'out', label: 'Stock out (remove)' },
  { value: 'set', label: 'Set to counted quantity' },
] as const;

const unitCost = { label: 'Unit Cost', max: maxCost, step: 0.01 } as const;
/** Of a unit cost. */
export const costDecimals = 4;

export const adjustmentFields = {
  adjustment_type: field.choice({
    label: 'Adjustment Type',
    choices: adjustmentTypes,
    required: true,
  }),
  quantity: field.quantity({ label: 'Quantity', required: true, max: maxStock, step: 1 }),
  reason: field.text({ label: 'Reason', max: 200 }),
  notes: field.longText({ label: 'Notes', max: 1000 }),
  unit_cost: field.price(unitCost),
  date: field.day({ label: 'Date' }),
  location_id: field.link({ label: 'Location', to: 'locations' }),
  lot_id: field.link({ label: 'Lot', to: 'lots' }),
  lot_number: field.text({ label: 'Lot Number', max: 100 }),
  made_on: field.day({ label: 'Made On' }),
  expires_on: field.day({ label: 'Expires On' }),
  /** What a posted count of later found contains this already (docs/product/stock.md#counted-goods). */
  before_count: field.choice({
    label: 'Before Count',
    choices: [{ value: 'included', label: 'Included in the count' }],
  }),
};

const coarse = { path: ['unit_cost'], error: 'Unit Cost cannot have more than four decimals' };

function hasFineCost({ unit_cost }: { unit_cost?: number | null | undefined }): boolean {
  return decimalsOf(unit_cost ?? 0) <= costDecimals;
}

export const revaluationFields = {
  unit_cost: field.price({ ...unitCost, required: true }),
  reason: field.text({ label: 'Reason', max: 200 }),
};

export type Revaluation = field.PatchOf<typeof revaluationFields>;

export const revaluationSchema: z.ZodType<Revaluation, unknown> = createSchema(revaluationFields)
  .refine(({ unit_cost }) => unit_cost !== undefined, {
    path: ['unit_cost'],
    error: 'Unit Cost is required',
  })
  .refine(hasFineCost, coarse);

export type Adjustment = field.PatchOf<typeof adjustmentFields>;

/** What is wrong with the unit cost of an adjustment of this type, or null. */
export function unitCostProblem(type: string | undefined, isGiven: boolean): string | null {
  return isGiven && type !== 'in' ? 'Unit cost is only for stock that is added' : null;
}

/** What is wrong with a quantity of this type, or null: only a count may be 0 (docs/product/stock.md#adjustment). */
export function quantityProblem(
  type: string | undefined,
  quantity: number,
  unit: UnitDecimals,
): string | null {
  if (quantity !== 0 || type === 'set') return decimalsProblem('Quantity', quantity, unit);
  return unit.decimals === 0 ? 'Quantity must be at least 1' : 'Quantity must be greater than 0';
}

export const adjustmentSchema: z.ZodType<Adjustment, unknown> = createSchema(adjustmentFields)
  .refine(hasRightDays, ofWrongDays)
  .refine(({ quantity }) => quantity !== undefined, {
    path: ['quantity'],
    error: 'Quantity is required',
  })
  .refine(hasFineCost, coarse);

/** What a document says of goods that a posted count of a later moment found (docs/product/stock.md#counted-goods). */
export const beforeCountSchema = z
  .enum(['included'], { error: 'The only choice is included' })
  .nullish()
  .describe('"included": a posted count of later found these goods already');
