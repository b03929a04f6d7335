import { z } from 'zod';
import { isDay } from '~/kit/shared/time/days';
import { readGstin } from '~/modules/company/gstin.rules';

export const transportModes = [
  { value: 'road', label: 'Road', code: '1' },
  { value: 'rail', label: 'Rail', code: '2' },
  { value: 'air', label: 'Air', code: '3' },
  { value: 'ship', label: 'Ship', code: '4' },
] as const;

const text = (label: string, longest: number) =>
  z
    .string({ error: `${label} must be text` })
    .trim()
    .max(longest, { error: `${label} cannot exceed ${longest} characters` })
    .transform((value) => value || null)
    .nullable()
    .default(null);

const plain = (value: string | null) => value?.toUpperCase().replaceAll(/[\s-]/g, '') ?? null;

/** How the goods of an invoice travel (docs/product/filings.md#e-way-bill). */
export const transportSchema = z.strictObject({
  mode: z.enum(['road', 'rail', 'air', 'ship'], { error: 'Mode must be road, rail, air or ship' }),
  distance_km: z
    .int({ error: 'Distance must be a whole number of kilometres' })
    .min(0, { error: 'Distance must be at least 0' })
    .max(4000, { error: 'Distance cannot exceed 4000 km' })
    .describe('0 lets the portal work it out from the PIN codes'),
  vehicle_number: text('Vehicle number', 20)
    .transform(plain)
    .refine((value) => value === null || /^[0-9A-Z]{4,15}$/.test(value), {
      error: 'Vehicle number must be 4 to 15 letters and digits, such as MH12AB1234',
    }),
  is_over_dimensional: z
    .boolean({ error: 'Over-dimensional cargo must be true or false' })
    .default(false),
  transporter_id: text('Transporter ID', 20)
    .transform(plain)
    .refine((value) => value === null || isTransporter(value), {
      error: 'Transporter ID must be a GSTIN or another registered number of 15 characters',
    }),
  transporter_name: text('Transporter name', 100),
  document_number: text('Transport document number', 15),
  document_date: z
    .string({ error: 'Transport document date must be a day' })
    .refine(isDay, { error: 'Transport document date must be a day such as 2026-11-21' })
    .nullable()
    .default(null),
});

export type Transport = z.output<typeof transportSchema>;

function isTransporter(value: string): boolean {
  return readGstin(value).ok || /^[0-9]{2}[0-9A-Z]{13}$/.test(value);
}
