import { type RawBuilder, sql } from 'kysely';
import type { Transaction } from '~/kit/server/database/transaction';
import type { LegalSeries } from '../number-series.rules';

const numbersOf: Record<LegalSeries, string> = {
  invoice: 'invoice_numbers',
  delivery: 'delivery_numbers',
  transfer: 'transfer_numbers',
  job_challan: 'job_challan_numbers',
  credit_note: 'credit_note_numbers',
  debit_note: 'debit_note_numbers',
  receipt_voucher: 'receipt_voucher_numbers',
  refund_voucher: 'refund_voucher_numbers',
  receipt: 'receipt_numbers',
  purchase: 'purchase_numbers',
  goods_receipt: 'goods_receipt_numbers',
  vendor_return: 'vendor_return_numbers',
  bill: 'bill_numbers',
  vendor_payment: 'vendor_payment_numbers',
};

/** An SQL expression that takes the next order number of a financial year, as `documentNumber` prints it. */
export function nextOrderNumber(prefix: string, year: string): RawBuilder<string> {
  return printedNumber(prefix, year, sql`next_order_number(${year})`);
}

export function nextQuotationNumber(prefix: string, year: string): RawBuilder<string> {
  return printedNumber(prefix, year, sql`next_quotation_number(${year})`);
}

export function nextCountNumber(prefix: string, year: string): RawBuilder<string> {
  return printedNumber(prefix, year, sql`next_count_number(${year})`);
}

function printedNumber(prefix: string, year: string, next: RawBuilder<unknown>) {
  return sql<string>`${`${prefix}-${year}-`} || to_char(${next}, 'FM999999999900000')`;
}

/** Takes the next sequence number of a financial year; locks the series until the transaction ends. */
export async function raiseNumber(
  trx: Transaction,
  series: LegalSeries,
  year: string,
): Promise<number> {
  const result = await sql<{ last_number: number }>`
    insert into ${sql.table(numbersOf[series])} as n (financial_year, last_number) values (${year}, 1)
    on conflict (financial_year) do update set last_number = n.last_number + 1
    returning last_number`.execute(trx);
  return result.rows[0]?.last_number ?? 0;
}

/** The lowest number that was given back; null when none is free that no other transaction is taking. */
export async function takeFreedNumber(trx: Transaction, year: string): Promise<number | null> {
  const result = await sql<{ number: number }>`delete from freed_invoice_numbers
    where financial_year = ${year} and number = (
      select number from freed_invoice_numbers where financial_year = ${year}
      order by number limit 1 for update skip locked)
    returning number`.execute(trx);
  return result.rows[0]?.number ?? null;
}

/** Returns the place of an invoice number that no document ended up using. */
export async function giveBackInvoiceNumber(
  trx: Transaction,
  { year, sequence }: { year: string; sequence: number },
): Promise<void> {
  await sql`insert into freed_invoice_numbers (financial_year, number)
    values (${year}, ${sequence})`.execute(trx);
}
