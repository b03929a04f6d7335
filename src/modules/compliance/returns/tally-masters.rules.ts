import { cutText } from '~/kit/shared/fields/cut-text';
import { states } from '~/modules/organization/company/states.rules';
import type {
  DocumentParty,
  TaxDocumentLine,
} from '~/modules/sales/documents/print/tax-documents.fields';
import { element, type Xml } from './xml.rules';

/** The ledgers that every month has, each with the group that it belongs to in Tally. */
export const ledgers = {
  goods: { name: 'Sales', group: 'Sales Accounts', duty: null },
  services: { name: 'Sales of Services', group: 'Sales Accounts', duty: null },
  cash: { name: 'Cash', group: 'Cash-in-Hand', duty: null },
  bank: { name: 'Bank', group: 'Bank Accounts', duty: null },
  cgst: { name: 'Output CGST', group: 'Duties & Taxes', duty: 'Central Tax' },
  sgst: { name: 'Output SGST', group: 'Duties & Taxes', duty: 'State Tax' },
  igst: { name: 'Output IGST', group: 'Duties & Taxes', duty: 'Integrated Tax' },
  tax: { name: 'Output Tax', group: 'Duties & Taxes', duty: null },
  roundOff: { name: 'Round Off', group: 'Indirect Expenses', duty: null },
  tds: { name: 'TDS Receivable', group: 'Loans & Advances (Asset)', duty: null },
  badDebts: { name: 'Bad Debts', group: 'Indirect Expenses', duty: null },
} as const;

const longestName = 100;

/** A text as a name in Tally. */
export function tallyName(text: string): string {
  return cutText(text.replaceAll(/\s+/g, ' ').trim(), longestName) || 'Unnamed';
}

/** The names of parties and goods in one file: each is made when it first appears, and no two are the same. */
export class TallyNames {
  readonly #taken = new Set<string>();
  readonly #names = new Map<string, string>();

  constructor(reserved: readonly string[]) {
    for (const name of reserved) this.#taken.add(name.toLowerCase());
  }

  /** The name for a key; `isNew` the first time. A name that is another's stays free for it. */
  of(
    key: string,
    text: string,
    { detail, isOthers = false }: { detail: string | null; isOthers?: boolean },
  ): { name: string; isNew: boolean } {
    const existing = this.#names.get(key);
    if (existing !== undefined) return { name: existing, isNew: false };
    const plain = tallyName(text);
    const isTaken = (name: string) =>
      (isOthers && name === plain) || this.#taken.has(name.toLowerCase());
    let name = plain;
    for (let count = 2; isTaken(name); count += 1)
      name = count === 2 && detail ? `${plain} (${detail})` : `${plain} (${count})`;
    this.#taken.add(name.toLowerCase());
    this.#names.set(key, name);
    return { name, isNew: true };
  }
}

export function stateName(code: string | null): string {
  return states.find(({ value }) => value === code)?.label ?? '';
}

export function tallyDay(day: string): string {
  return day.replaceAll('-', '');
}

/** A master holds its name twice: Tally searches by one and shows the other. */
function master(kind: string, name: string, content: readonly (Xml | null)[]): Xml {
  const names = element('NAME.LIST', [element('NAME', name)]);
  return element(kind, [names, ...content], { NAME: name, ACTION: 'Create' });
}

/** A ledger with the group that it belongs to in Tally. */
export interface Ledger {
  name: string;
  group: string;
  /** The tax that it takes; null for others. */
  duty: string | null;
}

export function ownLedgers(): Xml[] {
  return ledgerMasters(ledgers);
}

export function ledgerMasters(all: Readonly<Record<string, Ledger>>): Xml[] {
  return Object.values(all).map(({ name, group, duty }) =>
    master('LEDGER', name, [
      element('PARENT', group),
      group === 'Duties & Taxes' ? element('TAXTYPE', duty ? 'GST' : 'Others') : null,
      duty ? element('GSTDUTYHEAD', duty) : null,
    ]),
  );
}

export function partyLedger(name: string, party: DocumentParty, group: string): Xml {
  const { address, city, gstin, gst_category, state_code, country, postal_code } = party;
  const lines = [...(address ?? '').split(/\r?\n/), city ?? ''].filter((line) => line.trim());
  const registered = gst_category === 'composition' ? 'Composition' : 'Regular';
  return master('LEDGER', name, [
    element('PARENT', group),
    element('ISBILLWISEON', 'Yes'),
    lines.length > 0
      ? element(
          'ADDRESS.LIST',
          lines.map((line) => element('ADDRESS', line)),
          { TYPE: 'String' },
        )
      : null,
    element('LEDSTATENAME', stateName(state_code)),
    element('COUNTRYNAME', country ?? 'India'),
    postal_code ? element('PINCODE', postal_code) : null,
    element('GSTREGISTRATIONTYPE', gstin ? registered : 'Unregistered'),
    gstin ? element('PARTYGSTIN', gstin) : null,
  ]);
}

export function unitMaster(name: string): Xml {
  return element(
    'UNIT',
    [
      element('NAME', name),
      element('GSTREPUOM', name),
      element('ISSIMPLEUNIT', 'Yes'),
      element('DECIMALPLACES', 3),
    ],
    { NAME: name, ACTION: 'Create' },
  );
}

export function stockItem(name: string, { hsn_code }: TaxDocumentLine, unit: string): Xml {
  return master('STOCKITEM', name, [
    element('BASEUNITS', unit),
    element('GSTAPPLICABLE', 'Applicable'),
    hsn_code ? element('HSNCODE', hsn_code) : null,
  ]);
}
