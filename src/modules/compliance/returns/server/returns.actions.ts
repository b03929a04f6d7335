import { announce } from '~/kit/server/database/announce';
import type { Context } from '~/kit/server/database/context';
import type { Db } from '~/kit/server/database/db';
import { AppError } from '~/kit/server/errors';
import { monthName } from '~/kit/shared/time/days';
import { billingIdentity } from '~/modules/organization/company/server/identity.service';
import { companyDay } from '~/modules/organization/company/server/settings.service';
import { listVouchers } from '~/modules/billing/advances/server/reported-advances.service';
import type { ReadDocuments } from '~/modules/sales/documents/findings/damaged-documents.rules';
import { issuedNoteDocuments } from '~/modules/billing/credit-notes/server/issued-notes.service';
import { receivedPayments } from '~/modules/billing/payments/server/received-payments.service';
import {
  buyersOf,
  issuedTaxDocuments,
} from '~/modules/billing/invoices/server/tax-documents.service';
import { may } from '~/modules/organization/users/rights.rules';
import { seesAll } from '~/modules/organization/workspaces/server/workspace-scope.service';
import { FiledComparison, type FiledDocument } from '../filed-changes.rules';
import type { FiledReturn, MonthReturn } from '../filed-returns.fields';
import type { Gstr1 } from '../gstr1.fields';
import { Gstr1Building } from '../gstr1.rules';
import { daysOf } from '../months.rules';
import type { ReturnDocument } from '../reported-lines.rules';
import { TallyFile } from '../tally.rules';
import {
  deleteFiled,
  findFiled,
  insertFiledDocuments,
  storedVouchers,
  listFiledDocuments,
  listItemOwners,
  listNameOwners,
  upsertFiled,
} from './returns.queries';
import { listBookedBills, listPaidVendors } from './purchases.queries';
import { advancesOf, filedOf, type MonthAdvances, reportedByAdvances } from './reported.internal';

type Reader = Pick<Context, 'db' | 'person'>;

/** A month's tables (docs/product/returns.md#tables). 403 for a person who does not see all invoices of the company. */
export async function getGstr1(context: Reader, month: string): Promise<Gstr1> {
  const building = await beginGstr1(context, month);
  for await (const { documents, damaged } of documentsOf(context.db, month)) {
    for (const document of documents) building.add(document);
    for (const each of damaged) building.leaveOut(each);
  }
  await addAdvances(context.db, building, month);
  return building.end();
}

/** The same with what became of its documents since it was filed (docs/product/returns.md#filed). */
export async function getReturn(context: Reader, month: string): Promise<MonthReturn> {
  const { db } = context;
  const building = await beginGstr1(context, month);
  const filed = await findFiled(db, month);
  const comparison = new FiledComparison(filed ? await listFiledDocuments(db, month) : []);
  const comparesVouchers = await storedVouchers(db, month);
  for await (const { documents, damaged } of documentsOf(db, month)) {
    for (const document of documents) {
      building.add(document);
      if (filed) comparison.add(filedOf(document), document);
    }
    for (const each of damaged) building.leaveOut(each);
  }
  const advances = await addAdvances(db, building, month);
  if (comparesVouchers)
    for (const { reported, ...state } of reportedByAdvances(advances, month))
      comparison.add(reported, state);
  return { ...building.end(), filed, changed_since_filing: comparison.end() };
}

async function beginGstr1({ db, person }: Reader, month: string): Promise<Gstr1Building> {
  enforceSeesAll(person);
  const { tax_id: gstin } = await billingIdentity(db);
  return new Gstr1Building({ gstin, month });
}

/** The vouchers of a month with what they name, for Tally (docs/product/returns.md#tally). 403 as above. */
export async function tallyOf(
  { db, person }: Reader,
  month: string,
): Promise<AsyncGenerator<string>> {
  enforceSeesAll(person);
  enforceSeesAll(person, 'payments');
  const { legal_name, company_name } = await billingIdentity(db);
  const file = new TallyFile(await listNameOwners(db), await listItemOwners(db));
  async function* texts(): AsyncGenerator<string> {
    yield file.head(legal_name ?? company_name ?? '');
    for await (const { documents, damaged } of documentsOf(db, month)) {
      yield documents.map((document) => file.add(document)).join('');
      yield damaged.map(({ number }) => file.leaveOut(number)).join('');
    }
    const vouchers = await listVouchers(db, daysOf(month));
    yield vouchers.map((voucher) => file.addVoucher(voucher)).join('');
    for await (const payments of receivedPayments(db, daysOf(month))) {
      const buyers = await buyersOf(db, [...new Set(payments.map((each) => each.invoice_id))]);
      yield payments
        .map((payment) => file.addPayment(payment, buyers.get(payment.invoice_id) ?? null))
        .join('');
    }
    if (may(person, 'bills.read').ok)
      yield (await listBookedBills(db, daysOf(month))).map((bill) => file.addBill(bill)).join('');
    if (may(person, 'vendor_payments.read').ok) {
      const paid = await listPaidVendors(db, daysOf(month));
      yield paid.map((payment) => file.addVendorPayment(payment)).join('');
    }
    yield file.tail();
  }
  return texts();
}

/** Marks a month as filed with what it tells now, again if it was filed before; 409 before it begins (docs/product/returns.md#filed). */
export async function fileReturn(context: Context, month: string): Promise<FiledReturn> {
  const { db, person, now } = context;
  enforceSeesAll(person);
  if (month > (await companyDay(context)).slice(0, 7))
    throw new AppError('return.month_ahead', `${monthName(month)} starts after today`);
  const reported: FiledDocument[] = [];
  for await (const { documents } of documentsOf(db, month))
    reported.push(...documents.map(filedOf));
  const advances = await advancesOf(db, month);
  reported.push(...reportedByAdvances(advances, month).map((each) => each.reported));
  return context.transaction(async (trx) => {
    await upsertFiled(trx, { month, now, by: person.id });
    await insertFiledDocuments(trx, month, reported);
    announce(trx, { entity: 'filed_returns', id: null });
    return requireFiled(await findFiled(trx, month));
  });
}

/** Takes back that a month was filed; 404 when it was not. */
export async function unfileReturn(context: Context, month: string): Promise<FiledReturn> {
  enforceSeesAll(context.person);
  return context.transaction(async (trx) => {
    const filed = requireFiled(await findFiled(trx, month));
    announce(trx, { entity: 'filed_returns', id: null });
    return requireFiled((await deleteFiled(trx, month)) ? filed : null);
  });
}

function requireFiled(filed: FiledReturn | null): FiledReturn {
  if (filed) return filed;
  throw new AppError('return.not_filed', 'This month is not marked as filed');
}

function enforceSeesAll(
  person: Context['person'],
  kind: 'invoices' | 'payments' = 'invoices',
): void {
  if (seesAll({ ...person, current_workspace: null }, kind)) return;
  throw new AppError(
    'return.not_all',
    `GST returns cover the whole company, and you do not have access to all ${kind}`,
  );
}

async function addAdvances(db: Db, building: Gstr1Building, month: string): Promise<MonthAdvances> {
  const found = await advancesOf(db, month);
  for (const advance of found.advances) building.addAdvance(advance);
  for (const voucher of found.vouchers) building.addVoucher(voucher);
  return found;
}

async function* documentsOf(db: Db, month: string): AsyncGenerator<ReadDocuments<ReturnDocument>> {
  const days = daysOf(month);
  yield* issuedTaxDocuments(db, days);
  yield* issuedNoteDocuments(db, days);
}
