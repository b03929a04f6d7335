import { cutText } from '~/kit/shared/fields/cut-text';
import { rupees } from '~/kit/shared/money/money';
import type { PrintDocument } from '~/kit/shared/print/print-document';
import { formatDay } from '~/kit/shared/time/days';
import type { PaidInto } from '~/modules/organization/company/accounts.fields';
import { paymentPart } from '~/modules/sales/documents/print/accounts.print';
import { issuerLines, receiverLines } from '~/modules/sales/documents/print/parties.print';
import type { DocumentParty } from '~/modules/sales/documents/print/tax-documents.fields';
import type { Statement, StatementLine } from './receivables.fields';
import { interestText } from './interest.rules';
import { entryText } from './receivables.rules';

interface Around {
  /** Its lines as `printedLine` gives them. */
  rows: string[][];
  seller: DocumentParty;
  buyer: DocumentParty;
  logo: string | null;
  paidInto: PaidInto;
  /** The rupees that its QR code is for: the closing balance, or the amount of a reminder. */
  due: number;
}

/** A statement of account on paper (docs/product/receivables.md#statement). */
export function statementPrint(
  statement: Statement,
  { rows, seller, buyer, logo, paidInto, due }: Around,
): PrintDocument {
  const { from, to, opening, debits, credits, closing, interest } = statement;
  const amounts = ['Debit', 'Credit', 'Balance'];
  return {
    title: `Statement ${statement.customer_name}`,
    isDense: true,
    day: to,
    ...(logo === null ? {} : { logo }),
    heading: 'STATEMENT OF ACCOUNT',
    issuer: issuerLines(seller),
    head: [
      { label: 'Period', value: `${formatDay(from)} to ${formatDay(to)}` },
      { label: 'Closing Balance', value: rupees(closing), strong: true },
    ],
    parties: [{ heading: 'Customer', lines: receiverLines(buyer) }],
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
    ...paymentPart(paidInto, {
      amount: due,
      payee: seller.name,
      note: cutText(statement.customer_name, 50),
    }),
    notes: interest ? [{ heading: 'Interest', text: interestText(interest) }] : [],
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
