import * as field from '~/kit/shared/fields/fields';
import { createSchema, rowSchema } from '~/kit/shared/fields/record-schemas';
import { readGstin } from '~/modules/organization/company/gstin.rules';

const plain = (text: string) => text.toUpperCase().replaceAll(/[\s-]/g, '');

const isTransporter = (text: string) =>
  readGstin(plain(text)).ok || /^[0-9]{2}[0-9A-Z]{13}$/.test(plain(text));

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
  vehicle_number: field.text({
    label: 'Vehicle Number',
    max: 20,
    normalize: plain,
    format: (text) => /^[0-9A-Z]{4,15}$/.test(plain(text)),
    messages: { format: 'Vehicle number must be 4 to 15 letters and digits, such as MH12AB1234' },
  }),
  is_over_dimensional: field.flag({ label: 'Over-Dimensional Cargo', required: true }),
  transporter_id: field.text({
    label: 'Transporter ID',
    max: 20,
    normalize: plain,
    format: isTransporter,
    messages: {
      format: 'Transporter ID must be a GSTIN or another registered number of 15 characters',
    },
  }),
  transporter_name: field.text({ label: 'Transporter Name', max: 100 }),
  document_number: field.text({ label: 'Transport Document Number', max: 15 }),
  document_date: field.day({ label: 'Transport Document Date' }),
};

export type Transport = field.RowOf<typeof transportFields>;

export const transportSchema = rowSchema(transportFields);

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
