import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { Context } from '~/kit/server/database/context';
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
import { recipientOf } from '~/modules/sales/customers/server/recipients.service';
import { fileName } from '~/modules/sales/papers/server/printing.service';
import {
  concludeMail,
  type MailDelivery,
  replyLimit,
} from '~/modules/sales/papers/server/sending.service';
import { sumOf } from '~/modules/sales/documents/lines/totals.rules';
import { findLogo, readParties } from '~/modules/sales/papers/server/parties.service';
import type { PrintDocument } from '~/kit/shared/print/print-document';
import type {
  Interest,
  Period,
  SentMail,
  Statement,
  statementFormats,
} from '../receivables.fields';
import { interestOn } from '../interest.rules';
import { entryText, periodProblem, statementOf } from '../receivables.rules';
import { statementLetter } from '../reminder-letters.rules';
import { printedLine, statementPrint } from '../statements.print';
import { type AccountOwner, getAccountOwner, readMovements } from './receivables.queries';
import { readOwed } from './owed.internal';
import { sumHeld } from './reminders.queries';

/** A PDF of more lines would be hundreds of pages. */
const mostPrinted = 10_000;

/** Other calls are answered in between. */
const rowsATurn = 500;

/** The days of a request, null for the default. */
type SentPeriod = { [K in keyof Period]: Period[K] | null };

type Reading = Pick<Context, 'db' | 'now'>;

/** The statement of an account; by default of the financial year up to today. 400 for days in the wrong order. */
export async function readStatement(
  { db, now }: Reading,
  { id, company_name }: Pick<AccountOwner, 'id' | 'company_name'>,
  { from: sentFrom, to: sentTo }: SentPeriod,
): Promise<Statement> {
  const settings = await getSettings(db);
  const { time_zone: zone, financial_year_start_month: month, late_interest_rate: rate } = settings;
  const today = dayOf(now, zone);
  const to = sentTo ?? today;
  const from = sentFrom ?? financialYearStart(to, month);
  const problem = periodProblem(from, to);
  if (problem) throw invalid('from', problem);
  const { opening, entries } = await readMovements(db, { customer: id, from, to, zone });
  if (entries.length > rowsATurn) await setImmediate();
  return {
    customer_id: id,
    customer_name: company_name,
    from,
    to,
    ...statementOf(opening, entries),
    interest: await interestUpTo(to, { db, now, customer: id, rate, today }),
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

/** The printed statement, with the present data of the company and the customer; `due` is for its QR code. */
export async function printedStatement(
  reading: Reading,
  statement: Statement,
  due?: number,
): Promise<PrintDocument> {
  const { db } = reading;
  if (statement.lines.length > mostPrinted)
    throw invalid('format', 'A PDF can have at most 10,000 lines. Choose a shorter time.');
  const { customer_id } = statement;
  const [parties, logo, paidInto] = await Promise.all([
    readParties(db, { customer_id, billing_address_id: null }),
    findLogo(db),
    findPaidInto(db),
  ]);
  const rows: string[][] = [];
  for (const line of statement.lines) {
    rows.push(printedLine(line));
    if (rows.length % rowsATurn === 0) await setImmediate();
  }
  const payable = due ?? (await payableOf(reading, statement));
  return statementPrint(statement, { rows, ...parties, logo, paidInto, due: payable });
}

/** A statement as a file (docs/product/receivables.md#statement). */
export async function statementFile(
  reading: Reading,
  statement: Statement,
  format: (typeof statementFormats)[number],
): Promise<FileResponse> {
  const name = `Statement-${statement.from}-${statement.to}.${format}`;
  if (format === 'pdf') {
    const content = await makePdf(await printedStatement(reading, statement));
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

function* cells(statement: Statement): Generator<(string | number | null)[]> {
  const { from, to, opening, lines, debits, credits, closing } = statement;
  yield [from, 'Opening Balance', null, null, null, null, opening];
  for (const line of lines) {
    const { date, number, reference, debit, credit, balance } = line;
    yield [date, entryText(line), number, reference, debit || null, credit || null, balance];
  }
  yield [to, 'Closing Balance', null, null, debits, credits, closing] satisfies SheetCell[];
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
  const content = await makePdf(await printedStatement(context, statement));
  const { recipient, mailId } = await context.write(async (write, trx) => {
    await enforceWritable(write, owner);
    const whom = { customer_id: id, customer_name: owner.company_name };
    const { to, contact } = await recipientOf(write, whom, 'statement.recipient_missing');
    const { company_name: company } = await billingIdentity(trx);
    const mailId = await queueMail(
      trx,
      {
        ...statementLetter({ ...statement, contact, company }),
        to,
        attachments: [statementAttachment(statement, content)],
      },
      context.now,
    );
    return { recipient: to.join(', '), mailId };
  });
  const rejected = 'statement.mail_rejected';
  const outcome = await concludeMail(context, delivery, { mailId, limit, rejected });
  const mail_status = outcome ?? 'queued';
  return { recipient, mail_status };
}

export function statementAttachment({ to }: Statement, content: Buffer) {
  return { filename: fileName(`Statement-${to}`), contentType: 'application/pdf', content };
}
