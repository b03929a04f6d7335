import { formatMoney } from '~/kit/shared/money/money';
import { readGstin } from '~/modules/organization/company/gstin.rules';
import { pinDoubt } from '~/modules/organization/company/pins.rules';
import { states, stateText } from '~/modules/organization/company/states.rules';
import { isOfServices } from '~/modules/catalogue/tax/services.rules';
import {
  abroad,
  gstCategories,
  isToSez,
  type SupplyType,
} from '~/modules/catalogue/tax/supply.rules';
import {
  type CheckFacts,
  type Found,
  found,
  isAbroad,
  isInIndia,
  type Mend,
  partyName,
} from './findings.rules';
import type { DocumentParty, GoodsDocument } from './tax-documents.fields';

/** From this total on, an unregistered buyer is named with address and state (rule 46). */
const namedFrom = 50_000;

/** Above this total goods travel with an e-way bill. */
const eWayBillFrom = 50_000;

interface Role {
  prefix: 'seller' | 'customer' | 'delivery';
  noun: string;
  mend: Mend;
}

const seller: Role = { prefix: 'seller', noun: 'The company', mend: 'company' };
const buyer: Role = { prefix: 'customer', noun: 'The customer', mend: 'customer' };
const delivery: Role = { prefix: 'delivery', noun: 'The delivery address', mend: 'customer' };

/** What is missing or wrong in the company and the buyer (docs/product/invoices.md#check-before-issue). */
export function partyFindings(doc: GoodsDocument, facts: CheckFacts): Found[] {
  return [
    ...gstinFindings(doc.seller, seller),
    ...found('error', doc.seller.state_code === null, {
      field: 'seller.state_code',
      message: "The company's state for GST is missing",
      mend: 'company',
    }),
    ...nameFindings(doc.seller, seller),
    ...addressFindings(doc.seller, seller, facts),
    ...placeFindings(doc.seller, seller, facts),
    ...buyerFindings(doc, facts),
    ...deliveryFindings(doc, facts),
    ...portFindings(doc),
  ];
}

/** Goods that leave by road travel to a port or a customs station, and their e-way bill ends there. */
function portFindings(doc: GoodsDocument): Found[] {
  const isLarge = doc.kind === 'invoice' && doc.total_amount > eWayBillFrom;
  const isMissing = doc.delivery === null || !isInIndia(doc.delivery);
  return found('warning', isAbroad(doc) && isLarge && isMissing && !doc.lines.every(isOfServices), {
    field: 'shipping_address_id',
    message:
      'The e-way bill of an export by road needs a delivery address in India, such as that of the port',
    mend: 'document',
  });
}

function gstinFindings(party: DocumentParty, { prefix, noun, mend }: Role): Found[] {
  const at = { field: `${prefix}.gstin`, mend };
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
  const isElsewhere = party.state_code !== null && party.state_code !== reading.state;
  return found('error', isElsewhere, {
    ...at,
    message: `${noun}'s GSTIN is from ${stateText(reading.state)}, not of ${stateText(party.state_code ?? '')}`,
  });
}

function nameFindings(party: DocumentParty, { prefix, noun, mend }: Role): Found[] {
  const { length } = partyName(party);
  const field = prefix === 'seller' ? 'seller.legal_name' : `${prefix}.company_name`;
  return [
    ...found('error', length === 0, { field, message: `${noun} has no name`, mend }),
    ...found('error', length > 0 && length < 3, {
      field,
      message: `${noun}'s name must have at least 3 characters`,
      mend,
    }),
  ];
}

/** The law wants it on the document; of the portals, only that of e-invoices asks for it. */
function addressFindings(
  party: DocumentParty,
  { prefix, noun, mend }: Role,
  { portal }: CheckFacts,
): Found[] {
  return found(portal ?? 'warning', (party.address ?? '').trim() === '', {
    field: `${prefix}.address`,
    message: `${noun} has no address`,
    mend,
  });
}

/** City and PIN code, which e-invoices ask for. */
function placeFindings(
  party: DocumentParty,
  { prefix, noun, mend }: Role,
  { portal }: CheckFacts,
): Found[] {
  const pin = (party.postal_code ?? '').replaceAll(/\s/g, '');
  const isPin = /^[1-9][0-9]{5}$/.test(pin);
  const doubt = isPin ? pinDoubt(pin, party.state_code) : null;
  const at = { field: `${prefix}.postal_code`, mend };
  return [
    ...cityFindings(party, { prefix, noun, mend }, portal),
    ...found(portal, !isPin, {
      ...at,
      message: `${noun} needs a six-digit PIN code for e-invoices`,
    }),
    ...found(doubt ? 'warning' : null, true, { ...at, message: `${noun}: ${doubt ?? ''}` }),
  ];
}

function cityFindings(
  party: DocumentParty,
  { prefix, noun, mend }: Role,
  portal: CheckFacts['portal'],
): Found[] {
  return found(portal, (party.city ?? '').trim().length < 3, {
    field: `${prefix}.city`,
    message: `${noun} needs a city of at least three letters for e-invoices`,
    mend,
  });
}

function buyerFindings(doc: GoodsDocument, facts: CheckFacts): Found[] {
  const { supply_type, total_amount, buyer: party } = doc;
  const categories = categoryFindings(doc);
  if (isAbroad(doc)) {
    return [
      ...categories,
      ...nameFindings(party, buyer),
      ...addressFindings(party, buyer, facts),
      ...cityFindings(party, buyer, facts.portal),
      ...countryFindings(party, facts),
    ];
  }
  if (supply_type !== 'b2c') {
    return [
      ...categories,
      ...gstinFindings(party, buyer),
      ...found('error', party.gstin !== null && party.gstin === doc.seller.gstin, {
        field: 'customer.gstin',
        message: "The customer's GSTIN is the company's own",
        mend: 'customer',
      }),
      ...stateFindings(party),
      ...nameFindings(party, buyer),
      ...addressFindings(party, buyer, facts),
      ...placeFindings(party, buyer, facts),
    ];
  }
  if (total_amount < namedFrom) return [...categories, ...nameFindings(party, buyer)];
  return [...categories, ...nameFindings(party, buyer), ...namedFindings(party)];
}

/** Portals do not ask for them, but the law does. */
function namedFindings({ address, state_code }: DocumentParty): Found[] {
  const named = `which an invoice of ${formatMoney(namedFrom, 'INR', 0)} or more must name`;
  return [
    ...found('warning', (address ?? '').trim() === '', {
      field: 'customer.address',
      message: `The customer has no address, ${named}`,
      mend: 'customer',
    }),
    ...found('warning', state_code === null, {
      field: 'customer.state_code',
      message: `The customer has no state for GST, ${named}`,
      mend: 'customer',
    }),
  ];
}

function stateFindings({ state_code: code }: DocumentParty): Found[] {
  const at = { field: 'customer.state_code', mend: 'customer' } as const;
  const isKnown = states.some(({ value }) => value === code && value !== abroad);
  return [
    ...found('error', code === null, { ...at, message: 'The customer has no state for GST' }),
    ...found('error', code !== null && !isKnown, {
      ...at,
      message: `The customer's state ${stateText(code ?? '')} is not an Indian state`,
    }),
  ];
}

function countryFindings({ country, state_code: code }: DocumentParty, { portal }: CheckFacts) {
  const text = (country ?? '').trim();
  const isIndia = text.toLowerCase() === 'india' || (code !== null && code !== abroad);
  return [
    ...found(portal, text === '', {
      field: 'customer.country',
      message: 'The customer of an export has no country',
      mend: 'customer',
    }),
    ...found('error', isIndia, {
      field: 'customer.country',
      message: 'This is an export, but the customer is in India',
      mend: 'customer',
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

function categoryFindings({ supply_type, buyer: party }: GoodsDocument): Found[] {
  const { gst_category: category, gstin } = party;
  const isUnusual = category !== null && !usualCategories[supply_type].includes(category);
  const label = gstCategories.find(({ value }) => value === category)?.label ?? '';
  return [
    ...found('warning', isUnusual, {
      field: 'supply_type',
      message: `The supply type does not match the customer category ${label}`,
      mend: 'document',
    }),
    ...found('warning', supply_type === 'b2c' && gstin !== null, {
      field: 'supply_type',
      message:
        'The customer has a GSTIN, but cannot claim the tax of a supply to an unregistered buyer',
      mend: 'document',
    }),
    ...found('warning', isToSez(supply_type) && category === null, {
      field: 'customer.gst_category',
      message: 'The customer is not marked as being in a special economic zone',
      mend: 'customer',
    }),
  ];
}

function deliveryFindings(doc: GoodsDocument, facts: CheckFacts): Found[] {
  const party = doc.delivery;
  if (party === null) return [];
  const reading = party.gstin === null ? null : readGstin(party.gstin);
  const gstin =
    reading === null || reading.ok
      ? []
      : found('error', true, {
          field: 'delivery.gstin',
          message: `The delivery address has a wrong GSTIN. ${reading.wrong}`,
          mend: 'customer',
        });
  const isDomestic = !isAbroad(doc) || isInIndia(party);
  const state = found('error', party.state_code === null && isDomestic, {
    field: 'delivery.state_code',
    message: 'The delivery address has no state for GST',
    mend: 'customer',
  });
  const place = isDomestic ? placeFindings(party, delivery, facts) : [];
  return [...gstin, ...state, ...addressFindings(party, delivery, facts), ...place];
}
