import { sql } from 'kysely';
import type { SqlPart } from '~/kit/server/database/db';
import { registerDependents } from '~/kit/server/database/dependents';
import { formatMoney } from '~/kit/shared/money/money';
import { tdsAdvances } from '~/modules/buying/bills/server/bills.service';
import { registerStockUse } from '~/modules/organization/company/server/stock-uses.service';
import { readable } from '~/modules/organization/workspaces/server/workspace-scope.service';
import {
  registerMove,
  registerPart,
  registerTies,
} from '~/modules/records/batches/server/registry.service';
import { registerRecords } from '~/modules/records/records/server/records.service';
import {
  detailOf,
  registerSearch,
  textOf,
} from '~/modules/records/records/server/search-sources.service';
import { registerEvents } from '~/modules/records/records/server/timeline-sources.service';
import { type VendorPayment, vendorPaymentStatuses } from '../vendor-payments.fields';
import {
  paymentTables,
  sumTdsBases,
  unallocated,
  vendorPaymentLinks,
  vendorPayments,
} from './vendor-payments.queries';

const ofVendor = { vendors: (id: number | SqlPart) => sql`t.vendor_id = ${id}` };
const ofBill = {
  bills: (id: number | SqlPart) =>
    sql`t.id in (select vendor_payment_id from vendor_payment_allocations where bill_id = ${id})`,
};

export function provideVendorPayments(): void {
  registerSearch({
    type: 'vendor_payment',
    kind: 'vendor_payments',
    from: sql`vendor_payments`,
    label: sql`t.payment_number`,
    detail: detailOf(
      sql`(select v.company_name from vendors v where v.id = t.vendor_id)`,
      sql`t.reference_number`,
    ),
    text: textOf(sql`t.payment_number`, sql`t.reference_number`),
    isWhole: (whole) =>
      sql`(t.payment_number = upper(${whole}) or lower(t.reference_number) = ${whole})`,
  });
  registerDependents({
    table: 'vendor_payments',
    type: 'vendor_payment',
    label: sql`t.payment_number`,
    join: sql``,
    readableBy: (person) => readable(person, 'vendor_payments'),
    of: { ...ofVendor, ...ofBill },
  });
  registerRecords('vendor_payments', { entity: vendorPayments, links: vendorPaymentLinks });
  registerPart({
    of: 'vendor_payments',
    table: 'vendor_payment_allocations',
    owner: sql`t.vendor_payment_id`,
    label: sql`(select b.voucher_number from bills b where b.id = t.bill_id)`,
    noun: null,
  });
  registerMove({
    of: 'vendors',
    table: 'vendor_payments',
    column: 'vendor_id',
    kind: 'vendor_payments',
  });
  registerTies('vendor_payments', [
    {
      of: 'vendors',
      one: 'vendor_payments',
      other: 'bills',
      at: { table: 'vendor_payment_allocations', one: 'vendor_payment_id', other: 'bill_id' },
    },
  ]);
  registerEvents<EventData>({
    from: paymentTables,
    name: 'vendor_payment',
    kind: 'payment',
    rightsOf: 'vendor_payments',
    details: sql`t.id, t.payment_number, t.amount, t.status, ${unallocated} as unallocated`,
    describe,
    of: { ...ofVendor, ...ofBill },
  });
  tdsAdvances.provide({ sumBases: sumTdsBases });
  registerStockUse('vendor_payments', sql`exists (select from vendor_payments)`);
}

type EventData = Pick<VendorPayment, 'id' | 'payment_number' | 'amount' | 'status' | 'unallocated'>;

function describe({ id, payment_number, amount, status, unallocated: rest }: EventData) {
  const word = vendorPaymentStatuses.find(({ value }) => value === status)?.label ?? status;
  const remaining = rest > 0 ? `, ${formatMoney(rest, 'INR')} unallocated` : '';
  return {
    title: `Payment of ${formatMoney(amount, 'INR')}`,
    text: `${payment_number}, ${word}${remaining}`,
    link: { type: 'vendor_payment', id },
  };
}
