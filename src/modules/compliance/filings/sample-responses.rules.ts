import type { EInvoice } from './e-invoice.rules';

type Change = Readonly<Record<string, unknown>>;

/** The issuer's part of an invented response; none of it comes from a portal. */
interface Issuer {
  iss: string;
  alg: string;
  /** In base64url. */
  signature: string;
}

interface Acknowledgement {
  Irn: string;
  AckNo: string | number;
  /** As portals write it, in India's time. */
  AckDt: string;
}

/** An invented answer to a document's file, in the portal's form; `change` overrides claims of the QR code. */
export function sampleResponse(
  file: EInvoice,
  ack: Acknowledgement,
  { issuer, change = {} }: { issuer: Issuer; change?: Change },
) {
  const { Irn, AckNo, AckDt } = ack;
  const [main] = file.ItemList.toSorted((one, other) => other.AssAmt - one.AssAmt);
  const claims = {
    SellerGstin: file.SellerDtls.Gstin,
    BuyerGstin: file.BuyerDtls.Gstin,
    DocNo: file.DocDtls.No,
    DocTyp: file.DocDtls.Typ,
    DocDt: file.DocDtls.Dt,
    TotInvVal: file.ValDtls.TotInvVal,
    ItemCnt: file.ItemList.length,
    MainHsnCode: main?.HsnCd,
    Irn,
    IrnDt: AckDt,
    ...change,
  };
  return {
    AckNo,
    AckDt,
    Irn,
    SignedInvoice: token({ ...file, ...ack }, issuer),
    SignedQRCode: token(claims, issuer),
    Status: 'ACT',
  };
}

function token(data: object, { iss, alg, signature }: Issuer): string {
  return `${encoded({ alg, typ: 'JWT' })}.${encoded({ data: JSON.stringify(data), iss })}.${signature}`;
}

function encoded(json: object): string {
  const bytes = new TextEncoder().encode(JSON.stringify(json));
  const text = btoa(String.fromCharCode(...bytes));
  return text
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/={1,2}$/, '');
}
