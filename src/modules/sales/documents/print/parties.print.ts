import { states, stateText } from '~/modules/organization/company/states.rules';
import { abroad } from '~/modules/catalogue/tax/supply.rules';
import {
  filled,
  issuerLines,
  issuerOf,
  linesOf,
} from '~/modules/organization/company/issuer.print';
import type { DocumentParty } from './tax-documents.fields';

export { issuerLines, issuerOf };

type Receiver = Pick<
  DocumentParty,
  | 'name'
  | 'contact_person'
  | 'address'
  | 'city'
  | 'state'
  | 'postal_code'
  | 'country'
  | 'email'
  | 'phone'
>;

export function receiverLines(party: Receiver): string[] {
  const { name, contact_person, address, city, state, postal_code, country, email, phone } = party;
  return filled([
    name,
    contact_person,
    ...linesOf(address),
    filled([city, state, postal_code, country]).join(', '),
    email,
    phone,
  ]);
}

/** Where goods go, on a document without GST: an address has its state as a code alone. */
export function deliveryLines(party: DocumentParty): string[] {
  const { state_code } = party;
  const state = states.find(({ value }) => value === state_code && value !== abroad)?.label ?? null;
  return receiverLines({ ...party, state });
}

/** A party as GST wants it named: with GSTIN, and the state's name and code. */
export function gstPartyLines(party: DocumentParty): string[] {
  const { name, legal_name, address, city, state, state_code, postal_code, country, gstin } = party;
  const isNamed = state_code !== null && state_code !== abroad;
  return filled([
    name,
    legal_name === name ? null : legal_name,
    ...linesOf(address),
    filled([city, isNamed ? null : state, postal_code, country]).join(', '),
    isNamed ? `State: ${stateText(state_code)}` : null,
    gstin === null ? null : `GSTIN: ${gstin}`,
    party.phone === null ? null : `Phone: ${party.phone}`,
  ]);
}
