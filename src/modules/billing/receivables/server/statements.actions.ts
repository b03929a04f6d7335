import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { Context, Write } from '~/kit/server/database/context';
import { textStream } from '~/kit/server/downloads/text-stream';
import { invalid } from '~/kit/server/errors';
import { makePdf } from '~/kit/server/files/pdf';
import type { FileResponse } from '~/kit/server/http/file-route';
import { queueMail } from '~/kit/server/mail/mail';
import { printCell, printRow } from '~/kit/shared/csv/csv';
import { type SheetCell, sheetFile, sheetType } from '~/kit/shared/sheets/xlsx-writer';
import { type Day, dayOf } from '~/kit/shared/time/days';
import { financialYearStart } from '~/modules/organization/company/number-series.rules';
import {
  billingIdentity,
  findPaidInto,
} from '~/modules/organization/company/server/identity.service';
import { getSettings } from '~/modules/organization/company/server/settings.service';
import { enforceWritable } from '~/kit/server/database/write-rights';
import { type Recipients, recipientOf } from '~/modules/sales/customers/server/recipients.service';
import { fileName } from '~/modules/sales/papers/server/printing.service';
import {
  concludeMail,
  type MailDelivery,
  replyLimit,
} from '~/modules/sales/papers/server/sending.service';
import { sumOf } from '~/modules/sales/documents/lines/totals.rules';
import { findLogo, readParties } from '~/modules/sales/papers/server/parties.service';
import type { PrintDocument } from '~/kit/shared/print/print-document';
import { receiverLines } from '~/modules/sales/documents/print/parties.print';
import type {
  AccountStatement,
  EntryKind,
  Interest,
  Period,
  SentMail,
  Statement,
  statementFormats,
} from '../receivables.fields';
import { interestOn } from '../interest.rules';
import { entryText, periodProblem, statementOf } from '../receivables.rules';
import { statementLetter } from '../reminder-letters.rules';
import { paymentOf, printedLine, statementPrint } from '../statements.print';
import { type AccountBook, readMovements } from './accounts.queries';
import { customerBook } from './entries.queries';
import { type AccountOwner, getAccountOwner } from './receivables.queries';
import { readOwed } from './owed.internal';
import { sumHeld } from './reminders.queries';

/** A PDF of more lines would be hundreds of pages. */
const mostPrinted = 10_000;

/** Other calls are answered in between. */
const rowsATurn = 500;

/** The days of a request, null for the default. */
export type SentPeriod = { [K in keyof Period]: Period[K] | null };

type Reading = Pick<Context, 'db' | 'now'>;

/** The account of a party over a time, by default of the financial year up to today. 400 for days in the wrong order. */
export async function stateAccount<Kind extends EntryKind>(
  { db, now }: Reading,
  book: AccountBook,
  { party, from: sentFrom, to: sentTo }: SentPeriod & { party: number },
): Promise<AccountStatement<Kind>> {
  const { time_zone: zone, financial_year_start_month: month } = await getSettings(db);
  const to = sentTo ?? dayOf(now, zone);
  const from = sentFrom ?? financialYearStart(to, month);
  const problem = periodProblem(from, to);
  if (problem) throw invalid('from', problem);
  const { opening, entries } = await readMovements<Kind>(db, book, { party, from, to, zone });
  if (entries.length > rowsATurn) await setImmediate();
  return { from, to, ...statementOf(opening, entries, book.raisedBy) };
}

/** The statement of a customer; by default of the financial year up to today. 400 for days in the wrong order. */
export async function readStatement(
  { db, now }: Reading,
  { id, company_name }: Pick<AccountOwner, 'id' | 'company_name'>,
  period: SentPeriod,
): Promise<Statement> {
  const account = await stateAccount<Statement['lines'][number]['kind']>(
    { db, now },
    customerBook,
    {
      party: id,
      ...period,
    },
  );
  const { time_zone: zone, late_interest_rate: rate } = await getSettings(db);
  const today = dayOf(now, zone);
  return {
    customer_id: id,
    customer_name: company_name,
    ...account,
    interest: await interestUpTo(account.to, { db, now, customer: id, rate, today }),
  };
}

interface Late extends Reading {
  customer: number;
  rate: number | null;
  today: Day;
}

/** A statement of the past says nothing of today's unpaid invoices. */
async function interestUpTo(
  to: Day,
  { customer, rate, today, ...reading }: Late,
): Promise<Interest | null> {
  if (!rate || to < today) return null;
  const { invoices } = await readOwed(reading, customer, today);
  return interestOn(invoices, { rate, today });
}

/**
 * What the QR code of a statement is for, in rupees: the closing balance less pending payments, and nothing where it ends
 * before today, as it may have been paid since (docs/product/receivables.md#statement).
 */
async function payableOf(
  { db, now }: Reading,
  { customer_id, to, closing }: Statement,
): Promise<number> {
  const { time_zone } = await getSettings(db);
  if (to < dayOf(now, time_zone)) return 0;
  return sumOf([closing, -(await sumHeld(db, customer_id))]);
}

/** The lines of a statement as they are printed. 400 for too many. */
export async function printedLines({ lines }: AccountStatement): Promise<string[][]> {
  if (lines.length > mostPrinted)
    throw invalid('format', 'A PDF can have at most 10,000 lines. Choose a shorter time.');
  const rows: string[][] = [];
  for (const line of lines) {
    rows.push(printedLine(line));
    if (rows.length % rowsATurn === 0) await setImmediate();
  }
  return rows;
}

/** The printed statement, with the present data of the company and the customer; `due` is for its QR code. */
export async function printedStatement(
  reading: Reading,
  statement: Statement,
  due?: number,
): Promise<PrintDocument> {
  const { db } = reading;
  const { customer_id, customer_name, interest } = statement;
  const rows = await printedLines(statement);
  const [{ seller, buyer }, logo, paidInto] = await Promise.all([
    readParties(db, { customer_id, billing_address_id: null }),
    findLogo(db),
    findPaidInto(db),
  ]);
  const payable = due ?? (await payableOf(reading, statement));
  const party = { heading: 'Customer', name: customer_name, lines: receiverLines(buyer) } as const;
  return {
    ...statementPrint(statement, { rows, issuer: seller, party, logo }),
    ...paymentOf(statement, { seller, paidInto, due: payable, interest }),
  };
}

/** A statement as a file (docs/product/receivables.md#statement). */
export async function statementFile(
  statement: AccountStatement,
  format: (typeof statementFormats)[number],
  print: () => Promise<PrintDocument>,
): Promise<FileResponse> {
  const name = `Statement-${statement.from}-${statement.to}.${format}`;
  if (format === 'pdf') {
    const content = await makePdf(await print());
    return { name, type: 'application/pdf', content };
  }
  const titles = ['Date', 'Document', 'Number', 'Reference', 'Debit', 'Credit', 'Balance'];
  if (format === 'csv') {
    const rows = function* () {
      yield printRow(titles.map(printCell));
      for (const row of cells(statement)) yield printRow(row.map(printCell));
    };
    return { name, type: 'text/csv; charset=utf-8', content: textStream(rows()) };
  }
  const content = Readable.from(sheetFile({ titles, rows: cells(statement) }), {
    objectMode: false,
  });
  return { name, type: sheetType, content };
}

function* cells(statement: AccountStatement): Generator<(string | number | null)[]> {
  const { from, to, opening, lines, debits, credits, closing } = statement;
  yield [from, 'Opening Balance', null, null, null, null, opening];
  for (const line of lines) {
    const { date, number, reference, debit, credit, balance } = line;
    yield [date, entryText(line), number, reference, debit || null, credit || null, balance];
  }
  yield [to, 'Closing Balance', null, null, debits, credits, closing] satisfies SheetCell[];
}

/** The statement of a customer as a file. */
export function fileOf(
  reading: Reading,
  statement: Statement,
  format: (typeof statementFormats)[number],
): Promise<FileResponse> {
  return statementFile(statement, format, () => printedStatement(reading, statement));
}

/** Mails a customer its statement as a PDF file (docs/product/receivables.md#statement). */
export async function sendStatement(
  context: Context,
  id: number,
  { period, delivery }: { period: SentPeriod; delivery: MailDelivery },
): Promise<SentMail> {
  const limit = replyLimit();
  const owner = await getAccountOwner(context.db, id, context.person);
  const statement = await readStatement(context, owner, period);
  const printed = await printedStatement(context, statement);
  return mailStatement(context, statement, {
    printed,
    limit,
    delivery,
    find: async (write) => {
      await enforceWritable(write, owner);
      const whom = { customer_id: id, customer_name: owner.company_name };
      return recipientOf(write, whom, 'statement.recipient_missing');
    },
  });
}

interface Mailing {
  printed: PrintDocument;
  delivery: MailDelivery;
  limit: ReturnType<typeof replyLimit>;
  /** Whom it goes to; 400 without an address. */
  find: (write: Write) => Promise<Recipients>;
}

/** Mails the statement of a customer or vendor as a PDF file. */
export async function mailStatement(
  context: Context,
  statement: AccountStatement,
  { printed, delivery, limit, find }: Mailing,
): Promise<SentMail> {
  const content = await makePdf(printed);
  const { recipient, mailId } = await context.write(async (write, trx) => {
    const { to, contact } = await find(write);
    const { company_name: company } = await billingIdentity(trx);
    const letter = statementLetter({ ...statement, contact, company });
    const attachments = [statementAttachment(statement, content)];
    const mailId = await queueMail(trx, { ...letter, to, attachments }, context.now);
    return { recipient: to.join(', '), mailId };
  });
  const rejected = 'statement.mail_rejected';
  const outcome = await concludeMail(context, delivery, { mailId, limit, rejected });
  const mail_status = outcome ?? 'queued';
  return { recipient, mail_status };
}

export function statementAttachment({ to }: Pick<AccountStatement, 'to'>, content: Buffer) {
  return { filename: fileName(`Statement-${to}`), contentType: 'application/pdf', content };
}
