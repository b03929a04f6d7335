import { z } from 'zod';
import { fieldSchema } from '~/kit/shared/fields/field-schemas';
import * as field from '~/kit/shared/fields/fields';
import { createSchema, rowSchema } from '~/kit/shared/fields/record-schemas';
import { carrierFields } from '~/modules/catalogue/transfers/carriers.fields';

/** How the goods of an invoice travel (docs/product/filings.md#e-way-bill). */
export const transportFields = {
  mode: field.choice({
    label: 'Mode',
    required: true,
    choices: [
      { value: 'road', label: 'Road' },
      { value: 'rail', label: 'Rail' },
      { value: 'air', label: 'Air' },
      { value: 'ship', label: 'Ship' },
    ],
  }),
  distance_km: field.wholeNumber({ label: 'Distance (km)', required: true, max: 4000, step: 1 }),
  vehicle_number: carrierFields.vehicle_number,
  is_over_dimensional: field.flag({ label: 'Over-Dimensional Cargo', required: true }),
  transporter_id: carrierFields.transporter_id,
  transporter_name: carrierFields.transporter_name,
  document_number: field.text({ label: 'Transport Document Number', max: 15 }),
  document_date: field.day({ label: 'Transport Document Date' }),
};

export type Transport = field.RowOf<typeof transportFields>;

export const transportSchema = rowSchema(transportFields);

/** How far the goods of a delivery travel, and how; the rest is what the delivery says. */
export const sentJourneySchema = z.object({
  mode: fieldSchema(transportFields.mode).default('road'),
  distance_km: z.coerce
    .number({ error: 'Distance (km) must be a whole number' })
    .int({ error: 'Distance (km) must be a whole number' })
    .min(0, { error: 'Distance (km) must be at least 0' })
    .max(4000, { error: 'Distance (km) cannot exceed 4,000' })
    .default(0),
});

/** What is not sent is not known; by road unless something else is said. */
export const sentTransportSchema = createSchema(transportFields).transform((sent): Transport => {
  const given = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined));
  return { ...nothing, ...given };
});

const nothing: Transport = {
  mode: 'road',
  distance_km: 0,
  vehicle_number: null,
  is_over_dimensional: false,
  transporter_id: null,
  transporter_name: null,
  document_number: null,
  document_date: null,
};
