import { mapNames } from '~/kit/shared/fields/picked';
import type { GstCategory, SupplyType } from '~/modules/catalogue/tax/supply.rules';
import type { ShippingBill } from '../shipping-bills.fields';
import type { TaxParts, Treatment } from '../taxes/gst-amounts.rules';

/** A party as a document names it: copied when the document is issued, never changed by later edits. */
export interface DocumentParty {
  name: string;
  legal_name: string | null;
  contact_person: string | null;
  gst_category: GstCategory | null;
  gstin: string | null;
  address: string | null;
  city: string | null;
  /** As people wrote it; `state_code` is that of GST. */
  state: string | null;
  state_code: string | null;
  postal_code: string | null;
  country: string | null;
  email: string | null;
  phone: string | null;
}

export interface TaxDocumentLine extends TaxParts {
  id: number;
  description: string;
  isService: boolean;
  hsn_code: string | null;
  /** The code of the unit, and its code in GST files. */
  unit: string | null;
  uqc: string | null;
  quantity: number;
  /** How much of the quantity goods or services were supplied or taken back, where not all: a note on price counts none. */
  counted_quantity?: number;
  unit_price: number;
  /** Quantity times price before the discount. */
  gross_amount: number;
  /** Null too where the line bears a share of the document's discount. */
  discount_percent: number | null;
  discount_amount: number;
  /** Of the discount on the whole document; included in `discount_amount`. */
  document_discount?: number;
  taxable_value: number;
  tax_treatment: Treatment | null;
  /** In percent; null where the line has no tax class. */
  tax_rate: number | null;
}

/** The texts that a document prints, in their order: their headings, and how sentences name them. */
export const printedTexts = {
  reference: { heading: 'Reference', noun: 'reference' },
  terms_conditions: { heading: 'Terms & Conditions', noun: 'terms' },
  notes: { heading: 'Notes', noun: 'notes' },
  delivery_terms: { heading: 'Delivery Terms', noun: 'delivery terms' },
} as const;

export const printedNames = Object.keys(printedTexts) as (keyof typeof printedTexts)[];

type PrintedTexts = Record<keyof typeof printedTexts, string | null>;

export const noPrintedTexts: PrintedTexts = mapNames(printedNames, () => null);

export type TaxDocumentKind = 'invoice' | 'credit_note' | 'debit_note';

/**
 * An invoice or a note as everything that leaves the house reads it: print, checks before issue, files of portals,
 * returns (docs/product/tax.md#one-computation). Amounts in rupees, days are the company's.
 */
export interface TaxDocument extends GoodsDocument {
  kind: TaxDocumentKind;
}

/** What a tax document, a quotation, a purchase order and a delivery challan have in common. */
export interface GoodsDocument extends TaxParts, PrintedTexts {
  kind: TaxDocumentKind | 'delivery' | 'transfer' | 'quotation' | 'purchase_order';
  id: number;
  number: string;
  date: string;
  due_date: string | null;
  /** Of a document that is not issued yet: `draft`. */
  status: string;
  /** `single` is one rate for the whole document, as without GST: then its lines have no taxes. */
  tax_mode: 'single' | 'gst';
  supply_type: SupplyType;
  place_of_supply: string | null;
  /** Of an invoice: by a person; unknown in papers kept before the tables had it. */
  place_chosen?: boolean;
  reverse_charge: boolean;
  lut_number: string | null;
  /** The company, which issues it. */
  seller: DocumentParty;
  /** Whom it is addressed to: the buyer, or the vendor of a purchase order. */
  buyer: DocumentParty;
  /** Where the goods go, when that is another address than the buyer's. */
  delivery: DocumentParty | null;
  lines: TaxDocumentLine[];
  /** On the whole document, in rupees; the lines' discounts include their shares of it. */
  discount?: { percent: number | null; amount: number } | null;
  subtotal: number;
  tax_rate: number;
  tax_amount: number;
  round_off: number;
  total_amount: number;
  /** The invoice that a note belongs to, and why. */
  original: { id: number; number: string; date: string } | null;
  reason: string | null;
  /** Of an invoice, as it is now. */
  shipping_bill?: ShippingBill | null;
  /** The company's own fields that are printed. */
  own?: readonly PrintedOwn[] | null;
}

/** A field of the company's own as a document prints it; the value of a choice is its label. */
export interface PrintedOwn {
  label: string;
  type: string;
  value: string | number | boolean;
}

/** What is printed in the layout of tax documents: these, quotations and purchase orders, which portals never see. */
export interface PrintedDocument extends GoodsDocument {
  kind: TaxDocumentKind | 'quotation' | 'purchase_order';
  /** Above the lines. */
  cover_text?: string | null;
  /** Of a quotation from the second on, of a purchase order how often it changed since it was ordered. */
  revision?: number;
  /** What is offered besides, each in words. */
  options?: readonly string[];
}
