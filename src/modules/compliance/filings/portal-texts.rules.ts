import { cutText } from '~/kit/shared/fields/cut-text';
import type { Day } from '~/kit/shared/time/days';
import { isAbroad, isInIndia, partyName } from '~/modules/sales/documents/findings/findings.rules';
import type {
  DocumentParty,
  TaxDocument,
} from '~/modules/sales/documents/print/tax-documents.fields';
import { abroad } from '~/modules/catalogue/tax/supply.rules';

/** What a PIN code is in files of portals where there is none: that of all that is abroad. */
const pinAbroad = 999_999;

/** A text as portals take it: one line, without the characters that they refuse, cut to its longest. */
export function portalText(text: string | null, longest: number): string {
  const lines = (text ?? '').split(/[\r\n]+/).map((each) => each.trim());
  const line = lines
    .filter((each) => each !== '')
    .join(', ')
    .replaceAll('"', "'");
  return cutText(line.replaceAll('\\', '/').replaceAll(/\s+/g, ' ').trim(), longest).trim();
}

/** `02/11/2026`. */
export function portalDay(day: Day): string {
  return day.split('-').reverse().join('/');
}

/** An address in two lines of a length, divided between words; what does not fit is left out. */
export function addressLines(
  address: string | null,
  longest: number,
): [first: string, second: string] {
  const text = portalText(address, 2 * longest);
  if (text.length <= longest) return [text, ''];
  const gap = text.lastIndexOf(' ', longest);
  const at = gap > 0 ? gap : cutText(text, longest).length;
  return [text.slice(0, at).replace(/,$/, ''), portalText(text.slice(at), longest)];
}

export interface PortalParty {
  name: string;
  tradeName: string;
  gstin: string;
  address: [first: string, second: string];
  city: string;
  pin: number;
  state: string;
}

/** A party as portals name it; `URP` means no GSTIN, 96 and 999999 mean abroad. */
export function portalParty(
  party: DocumentParty,
  { isAbroad, longest }: { isAbroad: boolean; longest: number },
): PortalParty {
  const pin = Number(pinOf(party));
  return {
    name: portalText(partyName(party), 100),
    tradeName: portalText(party.name, 100),
    gstin: isAbroad ? 'URP' : (party.gstin ?? 'URP'),
    address: addressLines(party.address, longest),
    city: portalText(party.city, 50),
    pin: isAbroad ? pinAbroad : pin,
    state: isAbroad ? abroad : (party.state_code ?? ''),
  };
}

/** Where the goods of a document go; those of an export may go to a port in India, whose address it is then. */
export function deliveryParty(
  doc: Pick<TaxDocument, 'supply_type'>,
  delivery: DocumentParty,
  longest: number,
): PortalParty {
  return portalParty(delivery, { isAbroad: isAbroad(doc) && !isInIndia(delivery), longest });
}

/** A PIN code without the blanks that people type in it; empty where it is not known. */
export function pinOf({ postal_code }: { postal_code: string | null }): string {
  return (postal_code ?? '').replaceAll(/\s/g, '');
}
