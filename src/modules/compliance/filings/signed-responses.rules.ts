import { cutText } from '~/kit/shared/fields/cut-text';
import { toPaise } from '~/kit/shared/money/money';
import type { TaxDocument } from '~/modules/sales/documents/print/tax-documents.fields';
import { fitsCode, mostCodeBytes } from '~/kit/shared/print/print-document';
import type { FieldProblem } from '~/kit/shared/verdict';
import { kindCodes, mainHsnCodes } from './e-invoice.rules';
import { portalDay } from './portal-texts.rules';

type Json = Readonly<Record<string, unknown>>;

/** What the portal answered for one document, as far as it is kept. */
export interface SignedResponse {
  irn: string;
  ack_no: string;
  /** ISO 8601 in UTC. */
  ack_date: string;
  /** A JWT, printed unchanged as a QR code. */
  signed_qr: string;
  /** A JWT; null where the answer has none. */
  signed_invoice: string | null;
  /** What the two signed texts say of the document. */
  claims: Json;
  invoice: Json | null;
}

export type ResponseReading =
  | { ok: true; responses: SignedResponse[] }
  | { ok: false; wrong: string };

const refusedText = 'The portal refused the document: ';

/**
 * Reads what the portal gave back, one answer or many, bare or wrapped; what a QR code cannot hold or the portal does not
 * write is refused. Signatures are verified elsewhere (docs/product/filings.md#signed-answer).
 */
export function readResponses(body: unknown): ResponseReading {
  const entries = entriesIn(body, 0);
  if (entries.length === 0) {
    const reasons = [...new Set(refusalsIn(body, 0))].join('. ').replaceAll('.. ', '. ');
    if (reasons !== '') return { ok: false, wrong: `${refusedText}${cutText(reasons, 500)}` };
    return {
      ok: false,
      wrong: 'This is not a signed response: it has neither an IRN nor a signed QR code',
    };
  }
  const responses: SignedResponse[] = [];
  for (const entry of entries) {
    const response = responseOf(entry);
    if (typeof response === 'string') return { ok: false, wrong: response };
    responses.push(response);
  }
  return { ok: true, responses };
}

const deepest = 5;

function entriesIn(value: unknown, depth: number): Json[] {
  const json = opened(value);
  if (depth > deepest) return [];
  if (Array.isArray(json)) return json.flatMap((each: unknown) => entriesIn(each, depth + 1));
  if (!isObject(json)) return [];
  if (textOf(json, 'SignedQRCode') !== null) return [json];
  return Object.values(json).flatMap((each) => entriesIn(each, depth + 1));
}

/** Wrapped answers may be texts of JSON themselves. */
function opened(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value;
  return parsed(value) ?? value;
}

/** The names under which portals and the gateways to them give a reason. */
const reasonNames = [
  'ErrorMessage',
  'error_message',
  'errorMessage',
  'errorMsg',
  'errorDesc',
  'message',
];

function refusalsIn(value: unknown, depth: number): string[] {
  const json = opened(value);
  if (depth > deepest || json === null || typeof json !== 'object') return [];
  if (isObject(json)) {
    const reason = reasonNames.map((name) => textOf(json, name)).find((text) => text !== null);
    if (reason) return [reason.trim()];
  }
  return Object.values(json).flatMap((each) => refusalsIn(each, depth + 1));
}

function responseOf(entry: Json): SignedResponse | string {
  const signed_qr = textOf(entry, 'SignedQRCode')?.trim() ?? '';
  const signed_invoice = textOf(entry, 'SignedInvoice')?.trim() ?? null;
  const claims = claimsOf(signed_qr);
  const invoice = signed_invoice === null ? null : claimsOf(signed_invoice);
  if (claims === null) return 'The signed QR code cannot be read';
  if (!fitsCode(signed_qr)) return `The signed QR code exceeds ${mostCodeBytes} bytes`;
  if (signed_invoice !== null && invoice === null) return 'The signed invoice cannot be read';
  const irn = textOf(entry, 'Irn') ?? textOf(claims, 'Irn') ?? '';
  if (!/^[0-9a-fA-F]{64}$/.test(irn)) return 'The IRN must have 64 characters, 0–9 and a–f';
  const status = textOf(entry, 'Status');
  if (status !== null && status.toUpperCase().startsWith('CNL')) return 'This IRN is cancelled';
  const ack_no = textOf(entry, 'AckNo') ?? textOf(invoice ?? {}, 'AckNo');
  const when = textOf(entry, 'AckDt') ?? textOf(invoice ?? {}, 'AckDt') ?? textOf(claims, 'IrnDt');
  const ack_date = when === null ? null : portalInstant(when);
  if (ack_no === null) return 'The acknowledgement number is missing';
  if (!/^[A-Za-z0-9/-]{1,20}$/.test(ack_no))
    return 'The acknowledgement number must have 1 to 20 letters, digits, "/" or "-"';
  if (ack_date === null) return 'The acknowledgement date is missing or cannot be read';
  return { irn: irn.toLowerCase(), ack_no, ack_date, signed_qr, signed_invoice, claims, invoice };
}

/** What a JWT says; portals put it as a text into `data`. */
export function claimsOf(token: string): Json | null {
  const part = /^[\w-]+\.([\w-]+)=*\.[\w-]+=*$/.exec(token)?.[1];
  if (part === undefined) return null;
  const base64 = part.replaceAll('-', '+').replaceAll('_', '/');
  if (base64.length % 4 === 1) return null;
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  const body = parsed(new TextDecoder().decode(bytes));
  if (!isObject(body)) return null;
  const data = 'data' in body ? opened(body.data) : body;
  return isObject(data) ? data : null;
}

/** `2026-11-02 10:15:00` or `02/11/2026 10:15:00 AM` in India's time, as ISO 8601 in UTC; null where it is neither. */
function portalInstant(text: string): string | null {
  const found =
    /^(?:(20\d{2})-(\d{2})-(\d{2})|(\d{2})[/-](\d{2})[/-](20\d{2}))[ T](\d{1,2}):(\d{2})(?::(\d{2}))?(?:\.\d+)?\s*([AaPp][Mm])?$/.exec(
      text.trim(),
    );
  if (!found) return null;
  const [, y1, m1, d1, d2, m2, y2, hour = '', minute = '', second = '00', half] = found;
  const day = `${y1 ?? y2}-${m1 ?? m2}-${d1 ?? d2}`;
  const noon = half ? (Number(hour) % 12) + (half.toLowerCase() === 'pm' ? 12 : 0) : Number(hour);
  const at = Date.parse(`${day}T${String(noon).padStart(2, '0')}:${minute}:${second}+05:30`);
  return Number.isNaN(at) ? null : new Date(at).toISOString();
}

/**
 * In what a signed answer differs from the document that it is said to be of; empty where they agree
 * (docs/product/filings.md#signed-answer).
 */
export function differences(doc: TaxDocument, response: SignedResponse): FieldProblem[] {
  const qr = compared(doc, flatOf(response.claims), 'signed QR code');
  const invoice =
    response.invoice && compared(doc, invoiceClaims(response.invoice), 'signed invoice');
  const irns = [response.claims, response.invoice ?? {}].map((each) => textOf(each, 'Irn'));
  const isOther = irns.some((irn) => irn !== null && irn.toLowerCase() !== response.irn);
  const message = 'The IRN of the response does not match its signed texts';
  return [...qr, ...(invoice ?? []), ...(isOther ? [{ field: 'Irn', message }] : [])];
}

/** The claims that tell one document from another, as texts; null where the signed text has none. */
interface Claims {
  seller: string | null;
  buyer: string | null;
  number: string | null;
  type: string | null;
  date: string | null;
  value: string | null;
  count: string | null;
  hsn: string | null;
}

function flatOf(claims: Json): Claims {
  const of = (name: string) => textOf(claims, name);
  return {
    seller: of('SellerGstin'),
    buyer: of('BuyerGstin'),
    number: of('DocNo'),
    type: of('DocTyp'),
    date: of('DocDt'),
    value: of('TotInvVal'),
    count: of('ItemCnt'),
    hsn: of('MainHsnCode'),
  };
}

function invoiceClaims(invoice: Json): Claims {
  const part = (name: string) => (isObject(invoice[name]) ? invoice[name] : {});
  const doc = part('DocDtls');
  const items = invoice['ItemList'];
  return {
    seller: textOf(part('SellerDtls'), 'Gstin'),
    buyer: textOf(part('BuyerDtls'), 'Gstin'),
    number: textOf(doc, 'No'),
    type: textOf(doc, 'Typ'),
    date: textOf(doc, 'Dt'),
    value: textOf(part('ValDtls'), 'TotInvVal'),
    count: Array.isArray(items) ? String(items.length) : null,
    hsn: null,
  };
}

function compared(doc: TaxDocument, claims: Claims, where: string): FieldProblem[] {
  const isExport = doc.place_of_supply === '96';
  const own = {
    seller: doc.seller.gstin ?? '',
    buyer: isExport ? 'URP' : (doc.buyer.gstin ?? 'URP'),
    number: doc.number,
    type: kindCodes[doc.kind],
    date: portalDay(doc.date),
    value: String(doc.total_amount),
    count: String(doc.lines.length),
  };
  const check = (field: string, name: string, [claimed, mine]: [string | null, string]) =>
    claimed === null || claimed.trim().toUpperCase() === mine.toUpperCase()
      ? []
      : [
          {
            field,
            message: `${name} is ${cutText(claimed, 100)} in the ${where}, but ${mine} here`,
          },
        ];
  const isSameValue =
    claims.value === null || toPaise(Number(claims.value)) === toPaise(doc.total_amount);
  const codes = mainHsnCodes(doc);
  const isMain = claims.hsn === null || codes.includes(claims.hsn);
  return [
    ...check('SellerGstin', "The seller's GSTIN", [claims.seller, own.seller]),
    ...check('BuyerGstin', "The buyer's GSTIN", [claims.buyer, own.buyer]),
    ...check('DocNo', 'The number', [claims.number, own.number]),
    ...check('DocTyp', 'The type', [claims.type, own.type]),
    ...check('DocDt', 'The date', [claims.date, own.date]),
    ...(isSameValue ? [] : check('TotInvVal', 'The value', [claims.value, own.value])),
    ...check('ItemCnt', 'The number of items', [claims.count, own.count]),
    ...(isMain ? [] : check('MainHsnCode', 'The main HSN code', [claims.hsn, codes.join(' or ')])),
  ];
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Portals write some numbers as texts and some as numbers. */
function textOf(json: Json, name: string): string | null {
  const value = json[name];
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value.trim() !== '' ? value : null;
}

/** A pasted or uploaded answer as JSON, or null for anything else. */
export function parsedResponse(text: string): unknown {
  const json = parsed(text.replace(/^\ufeff/, ''));
  return typeof json === 'object' ? json : null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
