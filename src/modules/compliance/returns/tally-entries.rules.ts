import { element, type Xml } from './xml.rules';

/** What a voucher says of a ledger, in rupees: below 0 a debit. An amount of 0 is left out, except that of the party. */
export function entry(ledger: string, amount: number, isParty = false): Xml | null {
  if (amount === 0 && !isParty) return null;
  return element('LEDGERENTRIES.LIST', [
    element('LEDGERNAME', ledger),
    ...amountOf(amount),
    isParty ? element('ISPARTYLEDGER', 'Yes') : null,
  ]);
}

/** An amount in rupees; below 0 a debit. */
export function amountOf(amount: number): Xml[] {
  return [
    element('ISDEEMEDPOSITIVE', amount < 0 ? 'Yes' : 'No'),
    element('AMOUNT', amount.toFixed(2)),
  ];
}
