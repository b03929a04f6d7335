import { cutText } from '~/kit/shared/fields/cut-text';
import { rupees } from '~/kit/shared/money/money';
import type { PrintDocument } from '~/kit/shared/print/print-document';
import { formatDay } from '~/kit/shared/time/days';
import type { PaidInto } from '~/modules/organization/company/accounts.fields';
import { paymentPart } from '~/modules/sales/documents/print/accounts.print';
import { issuerLines } from '~/modules/sales/documents/print/parties.print';
import type { DocumentParty } from '~/modules/sales/documents/print/tax-documents.fields';
import type { AccountStatement, Statement, StatementLine } from './receivables.fields';
import { interestText } from './interest.rules';
import { entryText } from './receivables.rules';

interface Around {
  /** Its lines as `printedLine` gives them. */
  rows: string[][];
  issuer: Parameters<typeof issuerLines>[0];
  /** The customer or vendor. */
  party: { heading: 'Customer' | 'Vendor'; name: string; lines: string[] };
  logo: string | null;
}

interface PaymentAround {
  seller: DocumentParty;
  paidInto: PaidInto;
  /** The rupees that its QR code is for: the closing balance, or the amount of a reminder. */
  due: number;
  interest: Statement['interest'];
}

/** What the statement of a customer says below its lines. */
export function paymentOf(
  { customer_name }: Pick<Statement, 'customer_name'>,
  { seller, paidInto, due, interest }: PaymentAround,
): Partial<PrintDocument> {
  return {
    ...paymentPart(paidInto, { amount: due, payee: seller.name, note: cutText(customer_name, 50) }),
    notes: interest ? [{ heading: 'Interest', text: interestText(interest) }] : [],
  };
}

/** The statement of a customer's or vendor's account on paper (docs/product/receivables.md#statement). */
export function statementPrint(
  statement: AccountStatement,
  { rows, issuer, party, logo }: Around,
): PrintDocument {
  const { from, to, opening, debits, credits, closing } = statement;
  const amounts = ['Debit', 'Credit', 'Balance'];
  return {
    title: `Statement ${party.name}`,
    isDense: true,
    day: to,
    ...(logo === null ? {} : { logo }),
    heading: 'STATEMENT OF ACCOUNT',
    issuer: issuerLines(issuer),
    head: [
      { label: 'Period', value: `${formatDay(from)} to ${formatDay(to)}` },
      { label: 'Closing Balance', value: rupees(closing), strong: true },
    ],
    parties: [{ heading: party.heading, lines: party.lines }],
    table: {
      columns: [
        { label: 'Date', width: 'auto', align: 'left' },
        { label: 'Document', width: 'auto', align: 'left' },
        { label: 'Number', width: '*', align: 'left' },
        ...amounts.map((label) => ({ label, width: 'auto', align: 'right' }) as const),
      ],
      rows: [[formatDay(from), 'Opening Balance', '', '', '', rupees(opening)], ...rows],
      sums: [
        formatDay(to),
        'Closing Balance',
        '',
        rupees(debits),
        rupees(credits),
        rupees(closing),
      ],
    },
    totals: [],
    notes: [],
  };
}

/** A line of a statement as a row on paper. */
export function printedLine(line: StatementLine): string[] {
  return [
    formatDay(line.date),
    entryText(line),
    numberOf(line),
    line.debit === 0 ? '' : rupees(line.debit),
    line.credit === 0 ? '' : rupees(line.credit),
    rupees(line.balance),
  ];
}

function numberOf({ number, reference }: StatementLine): string {
  return reference === null || reference === '' ? number : `${number} (${reference})`;
}
