import { daysBetween, formatDay } from '~/kit/shared/time/days';
import {
  found,
  type RawFinding,
  isAbroad,
  isInIndia,
} from '~/modules/sales/documents/findings/findings.rules';
import type {
  GoodsDocument,
  TaxDocumentLine,
} from '~/modules/sales/documents/print/tax-documents.fields';
import {
  fileFindings,
  type PreflightBasis,
} from '~/modules/sales/documents/findings/preflight.rules';
import { isOfServices } from '~/modules/catalogue/tax/services.rules';
import { abroad, isToSez, taxSplitOf } from '~/modules/catalogue/tax/supply.rules';
import {
  deliveryParty,
  pinOf,
  portalDay,
  type PortalParty,
  portalParty,
  portalText,
} from './portal-texts.rules';
import type { Transport } from './transport.fields';

/** The largest age of a document when its goods set out. */
const oldestDays = 180;
/** The largest distance between places of one PIN code, in km; the portal computes none there. */
const farthestWithinPin = 100;
/** The portal takes so many items in a bill. */
const mostItems = 250;
const longestLine = 120;

/** Why the e-way bill portal would refuse an invoice, a delivery or goods for job work with their transport (docs/product/filings.md#e-way-bill). */
export function eWayBillFindings(
  doc: GoodsDocument,
  transport: Transport,
  basis: PreflightBasis,
): RawFinding[] {
  const at = { fixIn: 'document' } as const;
  const { date } = doc;
  return [
    ...fileFindings(doc, { ...basis, turnover_band: basis.turnover_band && 'up_to_10_crore' }),
    ...goalFindings(doc),
    ...found('error', doc.lines.every(isOfServices), {
      ...at,
      field: 'items',
      message: `There are no goods on this ${nounOf(doc)}, so it needs no e-way bill`,
    }),
    ...found('error', doc.lines.length > mostItems, {
      ...at,
      field: 'items',
      message: `An e-way bill has at most ${mostItems} items, and this ${nounOf(doc)} has ${doc.lines.length}`,
    }),
    ...found('error', daysBetween(date, basis.today) > oldestDays, {
      ...at,
      field: `${nounOf(doc)}_date`,
      message: `The ${nounOf(doc)} of ${formatDay(date)} is more than ${oldestDays} days old`,
    }),
    ...portFindings(doc, transport),
    ...transportFindings(doc, transport),
  ];
}

function nounOf({ kind }: GoodsDocument): string {
  return kind === 'delivery' || kind === 'transfer' ? kind : 'invoice';
}

/**
 * The same of goods for job work, which go to a vendor, not for supply: each has a value, and no price
 * (docs/product/transfers.md#e-way-bill).
 */
export function jobWorkFindings(
  doc: GoodsDocument,
  transport: Transport,
  basis: PreflightBasis,
): RawFinding[] {
  return eWayBillFindings(doc, transport, basis)
    .filter(({ field }) => field !== 'place_of_supply' && !field.endsWith('.unit_price'))
    .map(({ field, message, ...finding }) => ({
      ...finding,
      field: field.replace(/^customer\b/, 'vendor'),
      message: message.replaceAll(/\bcustomer\b/g, 'vendor'),
    }));
}

/** Unregistered buyers need not be named, but their goods go somewhere. */
function goalFindings(doc: GoodsDocument): RawFinding[] {
  if (doc.supply_type !== 'b2c' || doc.delivery !== null) return [];
  const { address, city, postal_code, state_code } = doc.buyer;
  const missing = (field: string, isMissing: boolean, noun: string) =>
    found('error', isMissing, {
      field: `customer.${field}`,
      message: `The customer has no ${noun} for the delivery`,
      fixIn: 'customer',
    });
  return [
    ...missing('address', !address, 'address'),
    ...missing('city', !city, 'city'),
    ...missing(
      'postal_code',
      !/^[1-9][0-9]{5}$/.test(pinOf({ postal_code })),
      'PIN code of six digits',
    ),
    ...missing('state_code', state_code === null, 'state for GST'),
  ];
}

/** A vehicle or a train ends its way in India, also with goods that go abroad from there. */
function portFindings(doc: GoodsDocument, { mode }: Transport): RawFinding[] {
  const isByLand = mode === 'road' || mode === 'rail';
  const isPortMissing = doc.delivery === null || !isInIndia(doc.delivery);
  return found('error', isByLand && isAbroad(doc) && isPortMissing, {
    field: 'shipping_address_id',
    message:
      'An export by road or rail needs a delivery address in India: that of the port or of the customs station',
    fixIn: 'document',
  });
}

function transportFindings(doc: GoodsDocument, transport: Transport): RawFinding[] {
  const { mode, distance_km, vehicle_number, transporter_id } = transport;
  const wrong = (field: string, isWrong: boolean, message: string) =>
    found('error', isWrong, { field, message, fixIn: 'document' });
  const isByRoad = mode === 'road';
  const isNear = pinOf(doc.seller) === pinOf(doc.delivery ?? doc.buyer);
  const { document_number: number, document_date: day } = transport;
  return [
    ...wrong(
      'vehicle_number',
      isByRoad && vehicle_number === null && transporter_id === null,
      'Transport by road needs a vehicle number or a transporter ID',
    ),
    ...wrong('document_number', !isByRoad && number === null, 'The transport document is missing'),
    ...wrong(
      'document_date',
      !isByRoad && day === null,
      'The date of the transport document is missing',
    ),
    ...wrong(
      'document_date',
      day !== null && day < doc.date,
      `The transport document date is before the ${nounOf(doc)} date`,
    ),
    ...wrong(
      'distance_km',
      isNear && distance_km > farthestWithinPin,
      `Within one PIN code, the distance cannot exceed ${farthestWithinPin} km`,
    ),
    ...wrong(
      'distance_km',
      isNear && distance_km === 0,
      'Within one PIN code, the distance is needed: at least 1 km',
    ),
  ];
}

interface Item {
  itemNo: number;
  productName: string;
  productDesc: string;
  hsnCode: number;
  quantity: number;
  qtyUnit: string;
  taxableAmount: number;
  sgstRate: number;
  cgstRate: number;
  igstRate: number;
  cessRate: 0;
  cessNonAdvol: 0;
}

type Side = Readonly<Record<string, string | number>>;

/** The file for bulk upload, with one bill; amounts in rupees, rates in percent. */
export interface EWayBillFile {
  version: '1.0.0621';
  billLists: Readonly<Record<string, string | number | Item[]>>[];
}

/** The e-way bill of an invoice, a delivery or goods for job work, of which `eWayBillFindings` has found nothing wrong. */
export function eWayBillOf(doc: GoodsDocument, transport: Transport): EWayBillFile {
  const { subtotal, cgst_amount, sgst_amount, igst_amount, round_off, total_amount } = doc;
  const goods = doc.lines.find((line) => !isOfServices(line));
  return {
    version: '1.0.0621',
    billLists: [
      {
        userGstin: doc.seller.gstin ?? '',
        supplyType: 'O',
        ...natureOf(doc),
        docNo: doc.number,
        docDate: portalDay(doc.date),
        transType: doc.delivery === null ? 1 : 2,
        ...fromSide(doc),
        ...toSide(doc),
        totalValue: subtotal,
        cgstValue: cgst_amount,
        sgstValue: sgst_amount,
        igstValue: igst_amount,
        cessValue: 0,
        TotNonAdvolVal: 0,
        OthValue: round_off,
        totInvValue: total_amount,
        ...transportSide(transport),
        mainHsnCode: Number(goods?.hsn_code ?? 0),
        itemList: doc.lines.map((line, index) => itemOf(doc, line, index)),
      },
    ],
  };
}

/** Portals take the challan of a delivery only as "Others", with a description of at most 20 letters; 4 is job work. */
function natureOf(doc: GoodsDocument): Side {
  if (doc.kind === 'transfer') return { subSupplyType: 4, subSupplyDesc: '', docType: 'CHL' };
  if (doc.kind === 'delivery')
    return { subSupplyType: 8, subSupplyDesc: 'Invoice to follow', docType: 'CHL' };
  const isTaxed = doc.lines.some(({ tax_treatment: each }) => each === 'taxable');
  return {
    subSupplyType: isAbroad(doc) ? 3 : 1,
    subSupplyDesc: '',
    docType: isTaxed && doc.supply_type !== 'export_without' ? 'INV' : 'BIL',
  };
}

function fromSide({ seller }: GoodsDocument): Side {
  const party = portalParty(seller, { isAbroad: false, longest: longestLine });
  return {
    fromGstin: party.gstin,
    fromTrdName: party.tradeName,
    ...addressOf('from', party),
    fromStateCode: Number(party.state),
    actualFromStateCode: Number(party.state),
  };
}

function toSide(doc: GoodsDocument): Side {
  const buyer = portalParty(doc.buyer, { isAbroad: isAbroad(doc), longest: longestLine });
  const goal = doc.delivery ? deliveryParty(doc, doc.delivery, longestLine) : buyer;
  return {
    toGstin: buyer.gstin,
    toTrdName: buyer.tradeName,
    ...addressOf('to', goal),
    toStateCode: Number(isToSez(doc.supply_type) ? abroad : buyer.state),
    actualToStateCode: Number(goal.state),
  };
}

function addressOf(
  prefix: 'from' | 'to',
  { address: [first, second], city, pin }: PortalParty,
): Side {
  return {
    [`${prefix}Addr1`]: first,
    [`${prefix}Addr2`]: second,
    [`${prefix}Place`]: city,
    [`${prefix}Pincode`]: pin,
  };
}

const modeCodes: Readonly<Record<Transport['mode'], number>> = {
  road: 1,
  rail: 2,
  air: 3,
  ship: 4,
};

function transportSide(transport: Transport): Side {
  const { vehicle_number, document_date } = transport;
  return {
    transMode: modeCodes[transport.mode],
    transDistance: transport.distance_km,
    transporterName: portalText(transport.transporter_name, 100),
    transporterId: transport.transporter_id ?? '',
    transDocNo: transport.document_number ?? '',
    transDocDate: document_date === null ? '' : portalDay(document_date),
    vehicleNo: vehicle_number ?? '',
    vehicleType: transport.is_over_dimensional ? 'O' : 'R',
  };
}

function itemOf(doc: GoodsDocument, line: TaxDocumentLine, index: number): Item {
  const split = taxSplitOf(doc, doc.seller.state_code);
  const rate = line.tax_rate ?? 0;
  const half = split === 'within' ? rate / 2 : 0;
  return {
    itemNo: index + 1,
    productName: portalText(line.description, 100),
    productDesc: portalText(line.description, 100),
    hsnCode: Number(line.hsn_code ?? 0),
    quantity: line.quantity,
    qtyUnit: line.uqc ?? 'OTH',
    taxableAmount: line.taxable_value,
    sgstRate: half,
    cgstRate: half,
    igstRate: split === 'between' ? rate : 0,
    cessRate: 0,
    cessNonAdvol: 0,
  };
}
