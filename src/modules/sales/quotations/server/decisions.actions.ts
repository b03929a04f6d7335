import { copiedFrom } from '~/kit/server/database/custom-values';
import { logActivity } from '~/kit/server/database/activity-log';
import {
  type Context,
  anonymous,
  createdBy,
  userOf,
  type Write,
} from '~/kit/server/database/context';
import { detailsOf } from '~/kit/server/database/dependents';
import type { Database } from '~/kit/server/database/db';
import type { Locked } from '~/kit/server/database/entity';
import { inTransaction, systemAt, type Transaction } from '~/kit/server/database/transaction';
import { updateRecord, updateRecords } from '~/kit/server/database/write';
import { AppError, type Detail, enforce } from '~/kit/server/errors';
import { picked } from '~/kit/shared/fields/picked';
import { rowSchema } from '~/kit/shared/fields/record-schemas';
import { billingIdentity } from '~/modules/organization/company/server/identity.service';
import { companyToday } from '~/modules/organization/company/server/settings.service';
import { mayHereAll } from '~/modules/organization/users/rights.rules';
import { findBuyer } from '~/modules/sales/customers/server/buyers.service';
import { isOpen } from '~/modules/sales/leads/leads.rules';
import { lockLead, makeCustomer } from '~/modules/sales/leads/server/conversions.service';
import type { OrderWithLines } from '~/modules/sales/orders/orders.fields';
import { makeAgreedOrder } from '~/modules/sales/orders/server/orders.service';
import { storedQuotationLines } from '../lines.rules';
import {
  agreedAmounts,
  agreedValues,
  type Quotation,
  quotationFields,
  type QuotationWithLines,
} from '../quotations.fields';
import { canOrder, canTakeStatus, quotationLabel, quotedState } from '../quotations.rules';
import type { QuotationDecision } from '../requests.schema';
import {
  findOfOrder,
  getQuotation,
  listConcerned,
  lockByFormerOrder,
  lockByOrder,
  lockOver,
  lockQuotation,
  openQuotation,
  quotations,
} from './quotations.queries';
import { enforceFor, rowOf } from './lines.internal';
import { enforceSupply } from './readiness.internal';

/** Moves a quotation by hand: sent, decided, or opened again (docs/product/quotations.md#status). */
export async function setQuotationStatus(
  context: Context,
  id: number,
  sent: QuotationDecision,
): Promise<QuotationWithLines> {
  return context.write(async (write, trx) => {
    const before = await openQuotation(write, id, sent.updated_at);
    await takeStatus(write, before, sent);
    return getQuotation(trx, id, context.person);
  });
}

async function takeStatus(
  write: Write,
  before: Locked<QuotationWithLines>,
  { status, reason, purchase_order }: QuotationDecision,
): Promise<void> {
  if (status === before.status) return;
  await enforceFor(write, before, canTakeStatus(before, status, await companyToday(write)));
  if (status === 'accepted' || status === 'declined') {
    const { created_by_name: name } = createdBy(write.context);
    await decide(write, before, { status, name, reason, purchase_order });
    return;
  }
  await enforceSupply(write, before);
  await updateRecord(write, quotations, {
    row: rowOf(before),
    values: { status, ...undecided },
    action: before.status === 'draft' ? 'sent' : 'reopened',
  });
}

const undecided = {
  decided_at: null,
  decided_by: null,
  decided_by_name: null,
  purchase_order: null,
  decline_reason: null,
};

/** Gives a quotation that is decided again, by an undo, its former decision and not that of the person who undoes. */
export async function restoreDecision(
  context: Context,
  id: number,
  former: Record<string, unknown>,
): Promise<void> {
  const { decided_at } = former;
  if (typeof decided_at !== 'string') return;
  await context.write(async (write) => {
    const row = rowOf(await lockQuotation(write, id));
    const values = decisionSchema.parse({
      ...undecided,
      ...former,
      decided_at: new Date(decided_at).toISOString(),
    });
    await updateRecord(write, quotations, { row, values });
  });
}

const decisionSchema = rowSchema(
  picked(quotationFields, Object.keys(undecided) as (keyof typeof undecided)[]),
);

interface Decision {
  status: 'accepted' | 'declined';
  name: string;
  reason?: string | null | undefined;
  purchase_order?: string | null | undefined;
}

/** Writes a decision, and tells who made the quotation and the assignee of its lead. */
export async function decide(
  write: Write,
  before: Locked<QuotationWithLines>,
  { status, name, reason = null, purchase_order = null }: Decision,
): Promise<Locked<Quotation>> {
  const isAccepted = status === 'accepted';
  const row = await updateRecord(write, quotations, {
    row: rowOf(before),
    action: status,
    values: {
      status,
      decided_at: write.context.now.toISOString(),
      decided_by: userOf(write.context.person),
      decided_by_name: name,
      purchase_order: isAccepted ? purchase_order : null,
      decline_reason: isAccepted ? null : reason,
    },
  });
  const concerned = await listConcerned(write.trx, row.id);
  const mentions = concerned.filter((id) => id !== write.context.person.id);
  if (mentions.length > 0) {
    const addition = isAccepted ? purchase_order && `Purchase order ${purchase_order}` : reason;
    logActivity(write, quotations, row, {
      action: 'quotation decided',
      title: `Quotation ${status}`,
      message: [`${quotationLabel(row)} was ${status} by ${name}`, addition]
        .filter(Boolean)
        .join('. '),
      before: null,
      after: { mentions },
    });
  }
  return row;
}

/**
 * Makes the pending order of an accepted quotation, with the same lines, prices and taxes; a lead becomes a customer in the
 * same transaction (docs/product/quotations.md#order). With `force` also of a sent one.
 */
export async function orderQuotation(
  context: Context,
  id: number,
  { force = false }: { force?: boolean | undefined } = {},
): Promise<{ order: OrderWithLines; quotation: QuotationWithLines }> {
  return context.write(async (write, trx) => {
    const before = await openQuotation(write, id);
    const verdict = canOrder(before, { force, today: await companyToday(write) });
    await enforceFor(write, before, verdict);
    const customer_id = before.customer_id ?? (await customerOf(write, before));
    const { state_code } = await findBuyer(trx, customer_id, {
      billing_address_id: undefined,
      shipping_address_id: undefined,
    });
    // The state that was quoted to a lead is its customer's by now, and nothing else was chosen.
    const place_chosen = before.place_chosen && state_code !== before.place_of_supply;
    const reference = before.purchase_order ?? before.reference;
    const lines = storedQuotationLines(before).filter(({ is_option }) => !is_option);
    const order = await makeAgreedOrder(
      write,
      { customer_id, reference },
      {
        lines: lines.map((line) => ({ ...line, id: null })),
        amounts: picked(before, agreedAmounts),
        values: {
          ...picked(before, agreedValues),
          place_chosen,
          ...copiedFrom('quotations', before),
        },
      },
    );
    const values = { status: 'ordered', order_id: order.id };
    await updateRecord(write, quotations, { row: rowOf(before), values, action: 'ordered' });
    return { order, quotation: await getQuotation(trx, id, context.person) };
  });
}

/** The customer that the lead of a quotation is, or becomes; 409 where the lead was lost or set aside. */
async function customerOf(write: Write, quotation: Quotation): Promise<number> {
  const id = quotation.lead_id ?? 0;
  const lead = await lockLead(write, id);
  if (lead.converted_customer_id !== null) return lead.converted_customer_id;
  if (isOpen(lead)) {
    enforce(mayHereAll(write.context.person, ['leads.update', 'customers.create']));
    const { state_code } = await billingIdentity(write.trx);
    const conversion = { quotedState: quotedState(quotation, state_code) };
    return (await makeCustomer(write, id, conversion)).customer.id;
  }
  const { company_name: label, status } = lead;
  const message =
    status === 'converted'
      ? `The customer of the lead ${label} was deleted. Revise the quotation for another customer.`
      : `The lead ${label} is ${status}. Open it again to make an order.`;
  throw new AppError('quotation.lead_closed', message, {
    details: [{ message, record: { type: 'lead', id, label } }],
  });
}

/** The quotation that an order was made from, as a refusal names it. */
export async function originOf(write: Write, orderId: number): Promise<Detail[]> {
  return detailsOf(await findOfOrder(write, orderId), 'Made from');
}

/** What becomes of a quotation when its order is deleted: it is again what it was before. */
export async function releaseQuotation(write: Write, orderId: number): Promise<void> {
  const before = await lockByOrder(write.trx, orderId);
  if (!before) return;
  const status = before.decided_at === null ? 'sent' : 'accepted';
  const values = { status, order_id: null, former_order_id: orderId };
  await updateRecord(write, quotations, { row: rowOf(before), values, action: 'order deleted' });
}

/** When the deletion of its order is undone, a quotation is ordered again unless it went another way since. */
export async function tieAgain(write: Write, orderId: number): Promise<void> {
  const before = await lockByFormerOrder(write.trx, orderId);
  if (!before) return;
  const values = { status: 'ordered', order_id: orderId, former_order_id: null };
  await updateRecord(write, quotations, { row: rowOf(before), values, action: 'ordered' });
}

const atOnce = 500;

/** Marks every sent quotation past its last day as expired; its last day itself is not past. */
export async function markExpired({ db }: Database, now: Date): Promise<void> {
  const write = (trx: Transaction): Write => ({ trx, context: { person: anonymous, now } });
  for (let marked = atOnce; marked === atOnce; ) {
    marked = await inTransaction(
      db,
      async (trx) => {
        const ids = await lockOver(trx, await companyToday(write(trx)), atOnce);
        const values = { status: 'expired' };
        if (ids.length > 0)
          await updateRecords(write(trx), quotations, { ids, values, action: 'expired' });
        return ids.length;
      },
      systemAt(now),
    );
  }
}
