import * as field from '~/kit/shared/fields/fields';
import { readGstin } from '~/modules/organization/company/gstin.rules';

const plain = (text: string) => text.toUpperCase().replaceAll(/[\s-]/g, '');

const isTransporter = (text: string) =>
  readGstin(plain(text)).ok || /^[0-9]{2}[0-9A-Z]{13}$/.test(plain(text));

/** Who carries goods and in which vehicle, as also e-way bills name them. */
export const carrierFields = {
  transporter_name: field.text({ label: 'Transporter Name', max: 100, sortable: true }),
  transporter_id: field.text({
    label: 'Transporter ID',
    max: 20,
    normalize: plain,
    format: isTransporter,
    messages: {
      format: 'Transporter ID must be a GSTIN or another registered number of 15 characters',
    },
  }),
  vehicle_number: field.text({
    label: 'Vehicle Number',
    max: 20,
    normalize: plain,
    format: (text) => /^[0-9A-Z]{4,15}$/.test(plain(text)),
    messages: { format: 'Vehicle number must be 4 to 15 letters and digits, such as MH12AB1234' },
  }),
};
