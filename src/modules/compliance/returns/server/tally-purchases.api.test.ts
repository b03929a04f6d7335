import { expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import { makeRecord } from '~/kit/server/testing/test-calls';
import { makeBill } from '~/modules/buying/bills/server/bills.builders';
import { makeVendorPayment } from '~/modules/buying/vendor-payments/server/vendor-payments.builders';
import type { WholeBill } from '~/modules/buying/bills/bills.fields';

const test = fileServer();

it('the Tally file has bills, credits and vendor payments, each in balance', async () => {
  const items = [
    { description: 'Oil', quantity: 3, unit_price: 33.33, itc: 'blocked' },
    { description: 'Repair', quantity: 1, unit_price: 500 },
  ];
  const bill = await makeBill(test.admin, { items, reverse_charge: true, status: 'open' });
  const credit = await makeRecord<WholeBill>(test.admin, `/bills/${bill.id}/credit`, {
    items: [{ bill_line_id: bill.items[0]?.id, reason: 'price', amount: 10 }],
  });
  const paid = await makeVendorPayment(test.admin, { vendor_id: bill.vendor_id });
  const draft = await makeBill(test.admin);
  const sent = await test.admin.get(`/tax/tally?month=${bill.bill_date.slice(0, 7)}`);
  const xml = sent.content.toString();
  const vouchers = [...xml.matchAll(/<VOUCHER .*?<\/VOUCHER>/gs)].map(([voucher]) => voucher);
  const numbers = vouchers.map((voucher) => /<VOUCHERNUMBER>(.*?)</.exec(voucher)?.[1]);
  expect(numbers).toEqual([bill.voucher_number, credit.voucher_number, paid.payment_number]);
  for (const voucher of vouchers) {
    const amounts = [...voucher.matchAll(/<AMOUNT>(.*?)</g)].map(([, amount]) => Number(amount));
    expect(amounts.reduce((sum, amount) => sum + Math.round(amount * 100), 0)).toBe(0);
  }
  expect(xml).not.toContain(draft.voucher_number);
});
