import * as field from '~/kit/shared/fields/fields';
import { isSac } from './services.rules';

const plain = (text: string) => text.replaceAll(/\s/g, '');
const isHsn = (text: string) => /^([0-9]{4}|[0-9]{6}|[0-9]{8})$/.test(plain(text));

/** The code of goods (docs/product/tax.md#hsn-and-sac). */
export const hsnField = field.text({
  label: 'HSN Code',
  max: 12,
  sortable: true,
  normalize: plain,
  format: isHsn,
  messages: { format: 'HSN code must have 4, 6 or 8 digits' },
});

/** The code of a service, under the same name on the wire. */
export const sacField = field.text({
  label: 'SAC Code',
  max: 12,
  sortable: true,
  normalize: plain,
  format: (text) => isHsn(text) && isSac(plain(text)),
  messages: { format: 'SAC code must have 4, 6 or 8 digits and start with 99' },
});

export const taxClassField = field.link({ label: 'Tax Class', to: 'tax_classes' });
