import { countryCode } from '~/modules/organization/company/countries.rules';
import { isAbroad } from '~/modules/sales/documents/findings/findings.rules';
import { taxParts, type TaxParts } from '~/modules/sales/documents/taxes/gst-amounts.rules';
import { countedQuantity } from '~/modules/sales/documents/taxes/hsn-summary.rules';
import { noShippingBill } from '~/modules/sales/documents/shipping-bills.fields';
import type {
  TaxDocument,
  TaxDocumentKind,
  TaxDocumentLine,
} from '~/modules/sales/documents/print/tax-documents.fields';
import { sumOf } from '~/modules/sales/documents/lines/totals.rules';
import { isOfServices } from '~/modules/catalogue/tax/services.rules';
import { isBetweenStates, type SupplyType } from '~/modules/catalogue/tax/supply.rules';
import {
  deliveryParty,
  portalDay,
  type PortalParty,
  portalParty,
  portalText,
} from './portal-texts.rules';

interface Address {
  Addr1: string;
  Addr2?: string;
  Loc: string;
  Pin: number;
  Stcd: string;
}

interface Party extends Address {
  Gstin: string;
  LglNm: string;
  TrdNm: string;
}

interface Item {
  SlNo: string;
  PrdDesc: string;
  IsServc: 'Y' | 'N';
  HsnCd: string;
  Qty: number;
  Unit: string;
  UnitPrice: number;
  TotAmt: number;
  Discount: number;
  AssAmt: number;
  GstRt: number;
  IgstAmt: number;
  CgstAmt: number;
  SgstAmt: number;
  TotItemVal: number;
}

/** One document as the e-invoice portal takes it (schema 1.1); amounts in rupees. */
export interface EInvoice {
  Version: '1.1';
  TranDtls: { TaxSch: 'GST'; SupTyp: string; RegRev: 'Y' | 'N' };
  DocDtls: { Typ: string; No: string; Dt: string };
  SellerDtls: Party;
  BuyerDtls: Party & { Pos: string };
  ShipDtls?: Omit<Party, 'Gstin'> & { Gstin?: string };
  ItemList: Item[];
  ValDtls: {
    AssVal: number;
    CgstVal: number;
    SgstVal: number;
    IgstVal: number;
    RndOffAmt: number;
    TotInvVal: number;
  };
  RefDtls?: { PrecDocDtls: { InvNo: string; InvDt: string }[] };
  ExpDtls?: {
    ShipBNo?: string;
    ShipBDt?: string;
    Port?: string;
    RefClm: 'Y' | 'N';
    CntCode?: string;
  };
}

const supplyCodes: Readonly<Record<Exclude<SupplyType, 'b2c'>, string>> = {
  b2b: 'B2B',
  sez_with: 'SEZWP',
  sez_without: 'SEZWOP',
  export_with: 'EXPWP',
  export_without: 'EXPWOP',
  deemed: 'DEXP',
};

export const kindCodes: Readonly<Record<TaxDocumentKind, string>> = {
  invoice: 'INV',
  credit_note: 'CRN',
  debit_note: 'DBN',
};

const longestLine = 100;

/**
 * The file to upload for one document, of which `eInvoiceFindings` has found nothing wrong
 * (docs/product/filings.md#e-invoice). Its sums are those of the document to the paisa.
 */
export function eInvoiceOf(doc: TaxDocument): EInvoice {
  const { supply_type, original } = doc;
  const buyer = portalParty(doc.buyer, { isAbroad: isAbroad(doc), longest: longestLine });
  const items = doc.lines.map((line, index) => itemOf(doc, line, index));
  return {
    Version: '1.1',
    TranDtls: {
      TaxSch: 'GST',
      SupTyp: supply_type === 'b2c' ? '' : supplyCodes[supply_type],
      RegRev: doc.reverse_charge ? 'Y' : 'N',
    },
    DocDtls: { Typ: kindCodes[doc.kind], No: doc.number, Dt: portalDay(doc.date) },
    SellerDtls: partyOf(portalParty(doc.seller, { isAbroad: false, longest: longestLine })),
    BuyerDtls: { ...partyOf(buyer), Pos: doc.place_of_supply ?? '' },
    ...shipping(doc),
    ItemList: items,
    ValDtls: {
      AssVal: doc.subtotal,
      CgstVal: sumOf(items.map(({ CgstAmt }) => CgstAmt)),
      SgstVal: sumOf(items.map(({ SgstAmt }) => SgstAmt)),
      IgstVal: sumOf(items.map(({ IgstAmt }) => IgstAmt)),
      RndOffAmt: doc.round_off,
      TotInvVal: doc.total_amount,
    },
    ...(original
      ? {
          RefDtls: { PrecDocDtls: [{ InvNo: original.number, InvDt: portalDay(original.date) }] },
        }
      : {}),
    ...exporting(doc),
  };
}

function partyOf(party: PortalParty): Party {
  return { Gstin: party.gstin, LglNm: party.name, TrdNm: party.tradeName, ...addressOf(party) };
}

function addressOf({ address: [first, second], city, pin, state }: PortalParty): Address {
  const more = second.length >= 3 ? { Addr2: second } : {};
  return { Addr1: first, ...more, Loc: city, Pin: pin, Stcd: state };
}

function shipping(doc: TaxDocument): Pick<EInvoice, 'ShipDtls'> {
  if (doc.delivery === null) return {};
  const party = deliveryParty(doc, doc.delivery, longestLine);
  const { Gstin, ...where } = partyOf(party);
  return { ShipDtls: { ...(Gstin === 'URP' ? {} : { Gstin }), ...where } };
}

function exporting(doc: TaxDocument): Pick<EInvoice, 'ExpDtls'> {
  if (!isAbroad(doc)) return {};
  const { shipping_bill_number, shipping_bill_date, port_code } =
    doc.shipping_bill ?? noShippingBill;
  const country = countryCode(doc.buyer.country);
  return {
    ExpDtls: {
      ...(shipping_bill_number ? { ShipBNo: shipping_bill_number } : {}),
      ...(shipping_bill_date ? { ShipBDt: portalDay(shipping_bill_date) } : {}),
      ...(port_code ? { Port: port_code } : {}),
      RefClm: doc.supply_type === 'export_with' ? 'Y' : 'N',
      ...(country ? { CntCode: country } : {}),
    },
  };
}

function itemOf(doc: TaxDocument, line: TaxDocumentLine, index: number): Item {
  const taxes = reportedTaxes(doc, line);
  const isUntaxed = doc.supply_type === 'sez_without' || doc.supply_type === 'export_without';
  const collected = [line.cgst_amount, line.sgst_amount, line.igst_amount];
  return {
    SlNo: String(index + 1),
    PrdDesc: portalText(line.description, 300),
    IsServc: isOfServices(line) ? 'Y' : 'N',
    HsnCd: line.hsn_code ?? '',
    Qty: countedQuantity(line),
    Unit: line.uqc ?? 'OTH',
    UnitPrice: Math.round(line.unit_price * 1000) / 1000,
    TotAmt: line.gross_amount,
    Discount: line.discount_amount,
    AssAmt: line.taxable_value,
    GstRt: isUntaxed ? 0 : (line.tax_rate ?? 0),
    IgstAmt: taxes.igst_amount,
    CgstAmt: taxes.cgst_amount,
    SgstAmt: taxes.sgst_amount,
    TotItemVal: sumOf([line.taxable_value, ...collected]),
  };
}

/** By reverse charge the buyer owes the tax: it is reported, though not collected. */
function reportedTaxes(doc: TaxDocument, line: TaxDocumentLine): TaxParts {
  if (!doc.reverse_charge) return line;
  const split = isBetweenStates(doc, doc.seller.state_code) ? 'between' : 'within';
  return taxParts(line.taxable_value, line.tax_rate, split);
}

/** The HSN codes of what is worth most: more than one where items are worth the same. */
export function mainHsnCodes({ lines }: Pick<TaxDocument, 'lines'>): string[] {
  const most = Math.max(...lines.map(({ taxable_value }) => taxable_value));
  return lines
    .filter(({ taxable_value }) => taxable_value === most)
    .map(({ hsn_code }) => hsn_code ?? '');
}
