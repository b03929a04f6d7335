import * as field from '~/kit/shared/fields/fields';
import { stateNamed } from '~/modules/organization/company/states.rules';
import type { CsvColumn } from '~/modules/records/imports/formats.rules';
import { addressFields } from './addresses.fields';
import { contactFields } from './contacts.fields';
import { addressDefaults, contactDefaults } from './defaults.rules';

/** The number of addresses, and of contacts, that a file has for a customer. */
export const mostPositions = 5;

/** The columns of addresses or contacts in the row of their customer (docs/product/customers.md#import-and-export). */
export interface PartFormat {
  noun: 'address' | 'contact';
  fields: Readonly<Record<string, field.Field>>;
  /** What tells the parts of a customer apart. */
  key: string;
  isKeyNeeded: boolean;
  /** Of which each customer has one at a time. */
  defaults: Readonly<Record<string, string>>;
}

const { label, address, city, state_code, postal_code, country, gstin } = addressFields;
const { is_billing, is_shipping } = addressFields;
const { position, email, phone, is_primary, gets_invoices } = contactFields;
// A customer without a second contact has no name of one.
const name = field.text({
  label: 'Name',
  min: 2,
  max: 100,
  messages: { min: 'Contact name must be at least 2 characters' },
});

export const partFormats: readonly [PartFormat, PartFormat] = [
  {
    noun: 'address',
    fields: {
      label,
      address,
      city,
      state_code,
      postal_code,
      country,
      gstin,
      is_billing,
      is_shipping,
    },
    key: 'label',
    isKeyNeeded: false,
    defaults: addressDefaults,
  },
  {
    noun: 'contact',
    fields: { name, position, email, phone, is_primary, gets_invoices },
    key: 'name',
    isKeyNeeded: true,
    defaults: contactDefaults,
  },
];

/** `address_2_city`. */
export function partColumnName({ noun }: PartFormat, location: number, named: string): string {
  return `${noun}_${location}_${named}`;
}

/** The columns of the first so many addresses or contacts. */
export function partColumns(format: PartFormat, positions: number): CsvColumn[] {
  const title = format.noun === 'address' ? 'Address' : 'Contact';
  return Array.from({ length: positions }, (_, at) => at + 1).flatMap((location) =>
    Object.entries(format.fields).map(([named, own]) => ({
      name: partColumnName(format, location, named),
      field: { ...own, label: `${title} ${location} ${own.label}` },
      // An empty cell of a flag says nothing.
      ...(own.kind === 'flag' ? { initial: undefined } : {}),
      ...(named === 'state_code' ? { meaning: stateNamed, isMinor: false } : {}),
    })),
  );
}
