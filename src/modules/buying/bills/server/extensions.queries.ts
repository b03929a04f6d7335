import { sql } from 'kysely';
import type { SqlPart } from '~/kit/server/database/db';
import { registerDependents } from '~/kit/server/database/dependents';
import { AppError } from '~/kit/server/errors';
import { formatMoney } from '~/kit/shared/money/money';
import { registerStockUse } from '~/modules/organization/company/server/stock-uses.service';
import { readable } from '~/modules/organization/workspaces/server/workspace-scope.service';
import { registerBulk } from '~/modules/records/batches/server/batches.service';
import {
  registerMove,
  registerPart,
  registerTies,
  registerUndo,
  tiesBy,
} from '~/modules/records/batches/server/registry.service';
import { registerRecords } from '~/modules/records/records/server/records.service';
import { registerSearch, textOf } from '~/modules/records/records/server/search-sources.service';
import { registerEvents } from '~/modules/records/records/server/timeline-sources.service';
import { purchaseBilling } from '~/modules/buying/goods-receipts/server/goods-receipts.service';
import { type Bill, billStatuses } from '../bills.fields';
import { listBilled, listBills, listCharges } from './billed-goods.queries';
import { billCharges, billLines, billLinks, bills, findShared } from './bills.queries';
import { followAccepted, tdsAdvances } from './bills.service';
import { billBulk, billOneByOne } from './bulk.internal';

const ofVendor = (id: number | SqlPart) => sql`t.vendor_id = ${id}`;
const ofProduct = (id: number | SqlPart) =>
  sql`t.id in (select bill_id from bill_lines where product_id = ${id})`;
const ofOrder = (id: number | SqlPart) => sql`(t.purchase_order_id = ${id} or t.id in (
    select l.bill_id from bill_lines l join purchase_order_lines p on p.id = l.purchase_line_id
    where p.purchase_order_id = ${id}))`;

export function provideBills(): void {
  tdsAdvances.provide({ sumBases: async () => 0 });
  purchaseBilling.provide({ listBilled, listCharges, listBills, followAccepted });
  registerStockUse('bills', sql`exists (select from bills)`);
  registerSearch({
    type: 'bill',
    kind: 'bills',
    from: sql`bills`,
    follows: sql`join vendors v on v.id = t.vendor_id`,
    label: sql`t.voucher_number`,
    number: sql`t.voucher_number`,
    detail: sql`concat_ws(' · ', v.company_name, t.bill_number)`,
    text: textOf(sql`t.voucher_number`, sql`t.bill_number`),
    isWhole: (whole) =>
      sql`(t.voucher_number = upper(${whole}) or lower(t.bill_number) = ${whole})`,
  });
  registerRecords('bills', { entity: bills, links: billLinks, lines: [billLines, billCharges] });
  registerDependents({
    table: 'bills',
    type: 'bill',
    label: sql`t.voucher_number`,
    join: sql``,
    readableBy: (person) => readable(person, 'bills'),
    of: {
      vendors: ofVendor,
      products: ofProduct,
      purchase_orders: ofOrder,
      bills: (id) => sql`t.corrects_id = ${id}`,
    },
  });
  registerBulk(billBulk);
  registerUndo({
    table: 'bills',
    noun: 'Bill',
    label: sql`t.voucher_number`,
    each: billOneByOne,
  });
  provideMerges();
  registerEvents<EventData>({
    name: bills.type,
    kind: 'document',
    from: sql`bills t`,
    rightsOf: 'bills',
    details: sql`t.id, t.voucher_number, t.bill_number, t.kind, t.total_amount, t.status`,
    describe,
    of: { vendors: ofVendor, products: ofProduct, purchase_orders: ofOrder },
  });
}

function provideMerges(): void {
  for (const [table, label] of [
    ['bill_lines', sql`t.description`],
    ['bill_charges', sql`t.description`],
  ] as const)
    registerPart({ of: 'bills', table, owner: sql`t.bill_id`, label, noun: null });
  registerMove({ of: 'products', table: 'bill_lines', column: 'product_id' });
  registerMove({
    of: 'vendors',
    table: 'bills',
    column: 'vendor_id',
    kind: 'bills',
    enforceMove: async ({ trx }, { from, to }) => {
      const shared = await findShared(trx, { from, to });
      const [first] = shared;
      if (!first) return;
      const message = `Both vendors have a bill with the number ${first.bill_number}`;
      throw new AppError('bill.number_exists', message, {
        details: shared.map(({ id, voucher_number: label }) => ({
          message: `${message}: ${label}`,
          record: { type: 'bill', id, label },
        })),
      });
    },
  });
  registerTies('bills', [
    ...tiesBy('vendors', 'bills', { purchase_order_id: 'purchase_orders', corrects_id: 'bills' }),
  ]);
}

type EventData = Pick<
  Bill,
  'id' | 'voucher_number' | 'bill_number' | 'kind' | 'total_amount' | 'status'
>;

function describe({ id, voucher_number, bill_number, kind, total_amount, status }: EventData) {
  const word = billStatuses.find(({ value }) => value === status)?.label ?? status;
  const noun = kind === 'credit' ? 'Credit' : 'Bill';
  return {
    title: `${noun} of ${formatMoney(total_amount, 'INR')}`,
    text: `${voucher_number}, ${bill_number}, ${word}`,
    link: { type: 'bill', id },
  };
}
