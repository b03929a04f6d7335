import { formatMoney } from '~/kit/shared/money/money';
import { isIndia } from '~/modules/organization/company/countries.rules';
import { readGstin } from '~/modules/organization/company/gstin.rules';
import { pinDoubt } from '~/modules/organization/company/pins.rules';
import { stateInWords, states, stateText } from '~/modules/organization/company/states.rules';
import {
  abroad,
  gstCategories,
  isToSez,
  type SupplyType,
} from '~/modules/catalogue/tax/supply.rules';
import {
  type CheckBasis,
  type RawFinding,
  found,
  isAbroad,
  isInIndia,
  isOnlyServices,
  type FixTarget,
  partyName,
} from './findings.rules';
import type { DocumentParty, GoodsDocument } from '../print/tax-documents.fields';

/** From this total on, an unregistered buyer is named with address and state (rule 46). */
const namedFrom = 50_000;

/** Above this total goods travel with an e-way bill. */
const eWayBillFrom = 50_000;

interface Role {
  prefix: 'seller' | 'customer' | 'delivery';
  noun: string;
  fixIn: FixTarget;
}

const seller: Role = { prefix: 'seller', noun: 'The company', fixIn: 'company' };
const buyer: Role = { prefix: 'customer', noun: 'The customer', fixIn: 'customer' };
const delivery: Role = { prefix: 'delivery', noun: 'The delivery address', fixIn: 'customer' };

/** What is missing or wrong in the company and the buyer (docs/product/invoices.md#check-before-issue). */
export function partyFindings(doc: GoodsDocument, basis: CheckBasis): RawFinding[] {
  return [
    ...gstinFindings(doc.seller, seller),
    ...found('error', doc.seller.state_code === null, {
      field: 'seller.state_code',
      message: "The company's state for GST is missing",
      fixIn: 'company',
    }),
    ...nameFindings(doc.seller, seller),
    ...addressFindings(doc.seller, seller, basis),
    ...locationFindings(doc.seller, seller, basis),
    ...buyerFindings(doc, basis),
    ...deliveryFindings(doc, basis),
    ...portFindings(doc),
  ];
}

/** Goods that leave by road travel to a port or a customs station, and their e-way bill ends there. */
function portFindings(doc: GoodsDocument): RawFinding[] {
  const isLarge = doc.kind === 'invoice' && doc.total_amount > eWayBillFrom;
  const isMissing = doc.delivery === null || !isInIndia(doc.delivery);
  return found('warning', isAbroad(doc) && isLarge && isMissing && !isOnlyServices(doc), {
    field: 'shipping_address_id',
    message:
      'The e-way bill of an export by road needs a delivery address in India, such as that of the port',
    fixIn: 'document',
  });
}

function gstinFindings(party: DocumentParty, { prefix, noun, fixIn }: Role): RawFinding[] {
  const at = { field: `${prefix}.gstin`, fixIn };
  if (party.gstin === null) {
    const message =
      prefix === 'seller'
        ? 'The company has no GSTIN'
        : 'The customer has no GSTIN, which this supply type needs';
    return found('error', true, { ...at, message });
  }
  const reading = readGstin(party.gstin);
  if (!reading.ok) {
    return found('error', true, { ...at, message: `${noun}'s GSTIN is wrong. ${reading.wrong}` });
  }
  const isOtherState = party.state_code !== null && party.state_code !== reading.state;
  return found('error', isOtherState, {
    ...at,
    message: `${noun}'s GSTIN is from ${stateText(reading.state)}, not of ${stateText(party.state_code ?? '')}`,
  });
}

function nameFindings(party: DocumentParty, { prefix, noun, fixIn }: Role): RawFinding[] {
  const { length } = partyName(party);
  const field = prefix === 'seller' ? 'seller.legal_name' : `${prefix}.company_name`;
  return [
    ...found('error', length === 0, { field, message: `${noun} has no name`, fixIn }),
    ...found('error', length > 0 && length < 3, {
      field,
      message: `${noun}'s name must have at least 3 characters`,
      fixIn,
    }),
  ];
}

/** The law wants it on the document; of the portals, only that of e-invoices asks for it. */
function addressFindings(
  party: DocumentParty,
  { prefix, noun, fixIn }: Role,
  { portal }: CheckBasis,
): RawFinding[] {
  return found(portal ?? 'warning', (party.address ?? '').trim() === '', {
    field: `${prefix}.address`,
    message: `${noun} has no address`,
    fixIn,
  });
}

/** City and PIN code, which e-invoices ask for. */
function locationFindings(
  party: DocumentParty,
  { prefix, noun, fixIn }: Role,
  { portal }: CheckBasis,
): RawFinding[] {
  const pin = (party.postal_code ?? '').replaceAll(/\s/g, '');
  const isPin = /^[1-9][0-9]{5}$/.test(pin);
  const doubt = isPin ? pinDoubt(pin, party.state_code) : null;
  const at = { field: `${prefix}.postal_code`, fixIn };
  return [
    ...cityFindings(party, { prefix, noun, fixIn }, portal),
    ...found(portal, !isPin, {
      ...at,
      message: `${noun} needs a six-digit PIN code for e-invoices`,
    }),
    ...found(doubt ? 'warning' : null, true, { ...at, message: `${noun}: ${doubt ?? ''}` }),
  ];
}

function cityFindings(
  party: DocumentParty,
  { prefix, noun, fixIn }: Role,
  portal: CheckBasis['portal'],
): RawFinding[] {
  return found(portal, (party.city ?? '').trim().length < 3, {
    field: `${prefix}.city`,
    message: `${noun} needs a city of at least three letters for e-invoices`,
    fixIn,
  });
}

function buyerFindings(doc: GoodsDocument, basis: CheckBasis): RawFinding[] {
  const { supply_type, total_amount, buyer: party } = doc;
  const categories = categoryFindings(doc);
  if (isAbroad(doc)) {
    return [
      ...categories,
      ...(party.state_code === null ? [] : writtenFindings(doc, party, buyer)),
      ...nameFindings(party, buyer),
      ...addressFindings(party, buyer, basis),
      ...cityFindings(party, buyer, basis.portal),
      ...countryFindings(party, basis),
    ];
  }
  if (supply_type !== 'b2c') {
    return [
      ...categories,
      ...gstinFindings(party, buyer),
      ...found('error', party.gstin !== null && party.gstin === doc.seller.gstin, {
        field: 'customer.gstin',
        message: "The customer's GSTIN is the company's own",
        fixIn: 'customer',
      }),
      ...stateFindings(party),
      ...(party.state_code === null ? [] : writtenFindings(doc, party, buyer)),
      ...nameFindings(party, buyer),
      ...addressFindings(party, buyer, basis),
      ...locationFindings(party, buyer, basis),
    ];
  }
  return [
    ...categories,
    ...nameFindings(party, buyer),
    ...writtenFindings(doc, party, buyer),
    ...unknownStateFindings(doc),
    ...(total_amount < namedFrom ? [] : namedFindings(doc)),
  ];
}

/**
 * What is written of a party's state and country must not say another place than its state for GST, which decides the tax.
 * Of an issued document it cannot be corrected; with a GSTIN the registration decides.
 */
function writtenFindings(
  { kind, status }: GoodsDocument,
  party: DocumentParty,
  { prefix, noun, fixIn }: Role,
): RawFinding[] {
  if (kind !== 'invoice' || status !== 'draft') return [];
  const { state_code: code, state, country, gstin } = party;
  const written = stateInWords(party);
  const at = { field: `${prefix}.state_code`, fixIn };
  if (code === null) {
    const text = written.unread === 'state' ? state : country;
    return [
      ...found('error', written.unread !== null, {
        ...at,
        message: `${noun}'s ${written.unread} "${text ?? ''}" is not known. Choose the state for GST, which is Abroad (96) outside India.`,
      }),
      ...found('error', written.code !== null, {
        ...at,
        message: `${noun} has no state for GST, but its address is in ${stateText(written.code ?? '')}`,
      }),
    ];
  }
  const isOther = written.code !== null && written.code !== code;
  return found(gstin === null ? 'error' : 'warning', isOther, {
    ...at,
    message: `${noun}'s state for GST is ${stateText(code)}, but its address is in ${stateText(written.code ?? '')}. Correct one of them.`,
  });
}

/** Whether nothing tells where an unregistered buyer is, so that the company's own state is the place of supply. */
function isStateUnknown({ kind, buyer: party, seller: company, ...doc }: GoodsDocument): boolean {
  const { code, unread } = stateInWords(party);
  const hasState = party.state_code !== null || code !== null || unread !== null;
  const isDelivered = !isOnlyServices(doc) && (doc.delivery?.state_code ?? null) !== null;
  return (
    kind === 'invoice' &&
    !hasState &&
    !isDelivered &&
    doc.place_of_supply !== null &&
    doc.place_of_supply === company.state_code
  );
}

function unknownStateFindings(doc: GoodsDocument): RawFinding[] {
  return found('warning', isStateUnknown(doc), {
    field: 'customer.state_code',
    message: `The customer's state is not known. The place of supply is the company's own, ${stateText(doc.place_of_supply ?? '')}.`,
    fixIn: 'customer',
  });
}

/** Portals do not ask for them, but the law does. */
function namedFindings(doc: GoodsDocument): RawFinding[] {
  const { address, state_code } = doc.buyer;
  const named = `which an invoice of ${formatMoney(namedFrom, 'INR', 0)} or more must name`;
  return [
    ...found('warning', (address ?? '').trim() === '', {
      field: 'customer.address',
      message: `The customer has no address, ${named}`,
      fixIn: 'customer',
    }),
    ...found('warning', state_code === null && !isStateUnknown(doc), {
      field: 'customer.state_code',
      message: `The customer has no state for GST, ${named}`,
      fixIn: 'customer',
    }),
  ];
}

function stateFindings({ state_code: code }: DocumentParty): RawFinding[] {
  const at = { field: 'customer.state_code', fixIn: 'customer' } as const;
  const isValid = states.some(({ value }) => value === code && value !== abroad);
  return [
    ...found('error', code === null, { ...at, message: 'The customer has no state for GST' }),
    ...found('error', code !== null && !isValid, {
      ...at,
      message: `The customer's state ${stateText(code ?? '')} is not an Indian state`,
    }),
  ];
}

function countryFindings({ country, state_code: code }: DocumentParty, { portal }: CheckBasis) {
  const text = (country ?? '').trim();
  const isHere = isIndia(text) || (code !== null && code !== abroad);
  return [
    ...found(portal, text === '', {
      field: 'customer.country',
      message: 'The customer of an export has no country',
      fixIn: 'customer',
    }),
    ...found('error', isHere, {
      field: 'customer.country',
      message: 'This is an export, but the customer is in India',
      fixIn: 'customer',
    }),
  ];
}

const usualCategories: Readonly<
  Record<SupplyType, readonly (typeof gstCategories)[number]['value'][]>
> = {
  b2b: ['regular', 'composition', 'uin', 'deductor'],
  b2c: ['unregistered'],
  sez_with: ['sez'],
  sez_without: ['sez'],
  export_with: ['overseas'],
  export_without: ['overseas'],
  deemed: ['deemed_export'],
};

function categoryFindings({ supply_type, buyer: party }: GoodsDocument): RawFinding[] {
  const { gst_category: category, gstin } = party;
  const isUnusual = category !== null && !usualCategories[supply_type].includes(category);
  const label = gstCategories.find(({ value }) => value === category)?.label ?? '';
  return [
    ...found('warning', isUnusual, {
      field: 'supply_type',
      message: `The supply type does not match the customer category ${label}`,
      fixIn: 'document',
    }),
    ...found('warning', supply_type === 'b2c' && gstin !== null, {
      field: 'supply_type',
      message:
        'The customer has a GSTIN, but cannot claim the tax of a supply to an unregistered buyer',
      fixIn: 'document',
    }),
    ...found('warning', isToSez(supply_type) && category === null, {
      field: 'customer.gst_category',
      message: 'The customer is not marked as being in a special economic zone',
      fixIn: 'customer',
    }),
  ];
}

function deliveryFindings(doc: GoodsDocument, basis: CheckBasis): RawFinding[] {
  const party = doc.delivery;
  if (party === null) return [];
  const reading = party.gstin === null ? null : readGstin(party.gstin);
  const gstin =
    reading === null || reading.ok
      ? []
      : found('error', true, {
          field: 'delivery.gstin',
          message: `The delivery address has a wrong GSTIN. ${reading.wrong}`,
          fixIn: 'customer',
        });
  const isDomestic = !isAbroad(doc) || isInIndia(party);
  const state = found('error', party.state_code === null && isDomestic, {
    field: 'delivery.state_code',
    message: 'The delivery address has no state for GST',
    fixIn: 'customer',
  });
  const locationOnes = isDomestic ? locationFindings(party, delivery, basis) : [];
  const written = party.state_code === null ? [] : writtenFindings(doc, party, delivery);
  return [
    ...gstin,
    ...state,
    ...written,
    ...addressFindings(party, delivery, basis),
    ...locationOnes,
  ];
}
