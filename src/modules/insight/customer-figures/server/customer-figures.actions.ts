import type { Context } from '~/kit/server/database/context';
import { dayOf } from '~/kit/shared/time/days';
import { getSettings } from '~/modules/organization/company/server/settings.service';
import { mayHere } from '~/modules/organization/users/rights.rules';
import type { Customer } from '~/modules/sales/customers/customers.fields';
import { readAccount } from '~/modules/sales/customers/server/accounts.service';
import { readUsedCredit } from '~/modules/sales/orders/server/credit.service';
import type { CustomerFigures } from '../customer-figures.fields';
import { listFormerLeads, readLastContact, readOpen, readSales } from './customer-figures.queries';
import { invalid } from '~/kit/server/errors';
import { readRecordOf } from '~/modules/records/records/server/records.service';
import type { CustomerDocument } from '../customer-documents.fields';
import { positionAt } from '../customer-documents.rules';
import { type DocumentsOf, listDocumentsOf } from './customer-documents.queries';

/** A customer's account at a glance, each part with the right to read what it is made of. */
export async function getCustomerFigures(
  context: Context,
  { id, credit_limit }: Pick<Customer, 'id' | 'credit_limit'>,
): Promise<CustomerFigures> {
  const { db, person, now } = context;
  const { time_zone } = await getSettings(db);
  const query = { person, customer: id };
  const may = (kind: 'invoices' | 'orders' | 'quotations') => mayHere(person, `${kind}.read`).ok;
  // One after the other: together they would take five connections for one person.
  const account = may('invoices') ? await readAccount(context, id) : null;
  const sold = may('invoices') ? await readSales(db, query, dayOf(now, time_zone)) : null;
  const orders = may('orders') ? await readOpen(db, 'orders', query) : null;
  const quotations = may('quotations') ? await readOpen(db, 'quotations', query) : null;
  return {
    account,
    credit_limit,
    credit_used: account && orders && (await readUsedCredit(context, id)),
    open_quotations: quotations,
    open_orders: orders,
    sales: sold?.sales ?? null,
    days_to_pay: sold?.days_to_pay ?? null,
    leads: mayHere(person, 'leads.read').ok ? await listFormerLeads(db, query) : [],
    last_contact_at: await readLastContact(db, id),
  };
}

/** A page of the documents of a customer or a lead, newest first (docs/product/customers.md#documents). */
export async function documentsOf(
  context: Context,
  { of, id, before }: Pick<DocumentsOf, 'of' | 'id'> & { before: string | undefined },
): Promise<CustomerDocument[]> {
  const position = before === undefined ? null : positionAt(before);
  if (before !== undefined && !position)
    throw invalid('before', 'before must be the position of a document');
  await readRecordOf(context, of, id);
  return listDocumentsOf(context, { of, id, before: position });
}
