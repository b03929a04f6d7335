import { beforeAll, describe, expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import { makeRecord } from '~/kit/server/testing/test-calls';
import { paiseOf, readReport, rowsBehind } from '~/kit/server/testing/test-reports';
import type { ReportRow } from '~/kit/shared/reports/reports';
import { addDays, dayOf } from '~/kit/shared/time/days';
import type { Invoice } from '~/modules/billing/invoices/invoices.fields';
import { invoiceFilters } from '~/modules/billing/invoices/invoices.filters';
import {
  invoiceFixture,
  openInvoiceFixture,
} from '~/modules/billing/invoices/server/invoices.builders';
import type { Payment } from '~/modules/billing/payments/payments.fields';
import { paymentFilters } from '~/modules/billing/payments/payments.filters';
import { paymentBody } from '~/modules/billing/payments/server/payments.builders';
import {
  becomeGstCompany,
  makeGstCustomer,
} from '~/modules/sales/customers/server/gst-company.builders';
import { signInWith } from '~/modules/organization/users/roles/server/roles.builders';
import { everything } from '~/modules/organization/users/rights.rules';
import { csvOf, uploadOf } from '~/modules/records/imports/server/imports.builders';
import type { Note } from '../credit-notes.fields';
import { noteFixture } from './credit-notes.builders';

const test = fileServer();
const today = dayOf(new Date(), 'Asia/Kolkata');
const daysAgo = (days: number) => addDays(today, -days);
const details = { today, timeZone: 'Asia/Kolkata' };

// The first of these months is not a whole one.
const period = `from=${daysAgo(40)}&to=${today}`;

const read = <T>(path: string): Promise<T[]> =>
  test.admin.get<T[]>(path).then(({ body }) => body.data);

beforeAll(async () => {
  const { client } = await signInWith(test, everything);
  for (const [caller, days] of [
    [test.admin, 60],
    [test.admin, 39],
    [client, 39],
    [test.admin, 0],
  ] as const) {
    const fixture = await openInvoiceFixture(caller, { company_name: `Buyer ${days}` });
    const make = (status?: string) =>
      fixture.make({ invoice_date: daysAgo(days), ...(status ? { status } : {}) } as object);
    await make();
    await fixture.setStatus((await make('pending')).id, 'cancelled');
    const invoice = await fixture.read((await make('pending')).id);
    const note_date = daysAgo(Math.floor(days / 2));
    await noteFixture(caller, invoice).issue([{ quantity: 1 }], { note_date });
    const pay = (amount: number) => {
      const body = { ...paymentBody({ invoice_id: invoice.id }), amount, payment_date: note_date };
      return makeRecord<Payment>(caller, '/payments', body);
    };
    await pay(20.5);
    await test.admin.put(`/payments/${(await pay(7)).id}`, { status: 'failed' });
  }
  const opening = [
    ['Bill No', 'Party Name', 'Date', 'Due On', 'Amount'],
    ['T/1', 'Buyer 0', daysAgo(39), daysAgo(9), '500'],
  ];
  await test.admin.upload('/invoices/import', uploadOf(csvOf(opening)));
});

/** The rows of a report that lead to a list: of customers, those whose name no other has. */
async function rowsOf(path: string) {
  const { rows } = await readReport(test.admin, `${path}&${period}`);
  const isToList = ({ link }: ReportRow) => !/^\/customers\/\d+$/.test(String(link));
  const shared = rows.filter((row) => !isToList(row)).map(({ name }) => name);
  expect(shared).toEqual(rows.filter(({ name }) => shared.includes(name)).map(({ name }) => name));
  const toLists = rows.filter(isToList);
  expect(toLists.length).toBeGreaterThan(0);
  return toLists;
}

async function invoiceList() {
  const rows = await read<Invoice>('/invoices');
  return { path: '/invoices', rows, filters: invoiceFilters, details };
}

describe('each number is found again in the list that it leads to', () => {
  it.each(['month', 'person', 'customer'])('sales by %s', async (group) => {
    const list = await invoiceList();
    expect(list.rows.filter(({ is_opening }) => is_opening)).toHaveLength(1);
    for (const row of await rowsOf(`sales?group=${group}`)) {
      const found = rowsBehind(row, list);
      expect(found).toHaveLength(Number(row['invoices']));
      expect(paiseOf(found, ({ subtotal }) => subtotal)).toBe(
        paiseOf([row], ({ invoiced }) => invoiced),
      );
    }
  });

  it('tax by month, less the notes', async () => {
    const list = await invoiceList();
    const notes = (await read<Note>('/credit-notes')).filter(
      ({ note_date }) => note_date >= daysAgo(40),
    );
    for (const row of await rowsOf('tax?group=month')) {
      const credited = notes.filter(({ note_date }) => note_date.startsWith(String(row['name'])));
      expect(paiseOf(rowsBehind(row, list), ({ tax_amount }) => tax_amount)).toBe(
        paiseOf([row], ({ tax }) => tax) + paiseOf(credited, ({ tax_amount }) => tax_amount),
      );
    }
  });

  it.each(['month', 'method', 'person', 'customer'])('payments by %s', async (group) => {
    const rows = await read<Payment>('/payments');
    const list = { path: '/payments', rows, filters: paymentFilters, details };
    for (const row of await rowsOf(`payments?group=${group}`)) {
      const found = rowsBehind(row, list);
      expect(found).toHaveLength(Number(row['payments']));
      expect(paiseOf(found, ({ amount }) => amount)).toBe(paiseOf([row], ({ amount }) => amount));
    }
  });

  it('customers by their invoices, unless two have one name', async () => {
    const names = ['P & Q, 100% + #1', 'Twin', 'Twin'];
    for (const company_name of names) {
      const fixture = await openInvoiceFixture(test.admin, { company_name });
      await fixture.make({ status: 'pending' } as object);
    }
    const list = await invoiceList();
    const rows = await rowsOf('customers?group=customer');
    expect(rows.map(({ name }) => name)).toContain('P & Q, 100% + #1');
    expect(rows.map(({ name }) => name)).not.toContain('Twin');
    for (const row of rows) expect(rowsBehind(row, list)).toHaveLength(Number(row['invoices']));
  });

  it('sales by state, but not by that of a customer', async () => {
    const supplied = async (state_code: string, line: object = { description: 'Hex Bolt M8' }) => {
      const buyer = { gst_category: 'unregistered', gstin: null, state_code };
      const { id } = await makeGstCustomer(test.admin, buyer);
      const items = [{ ...line, quantity: 2, unit_price: 50 }];
      return invoiceFixture(test.admin, id).make({ status: 'pending', items } as object);
    };
    await supplied('33');
    const line = await becomeGstCompany(test.admin);
    for (const state_code of ['27', '29', '29']) await supplied(state_code, line);
    const list = await invoiceList();
    const rows = await rowsOf('sales?group=state');
    const linked = rows.filter(({ link }) => link !== null);
    expect(linked.map(({ name }) => name)).toEqual(['Karnataka (29)', 'Maharashtra (27)']);
    expect(rows).toHaveLength(4);
    for (const row of linked) {
      const found = rowsBehind(row, list);
      expect(found).toHaveLength(Number(row['invoices']));
      expect(paiseOf(found, ({ subtotal }) => subtotal)).toBe(
        paiseOf([row], ({ invoiced }) => invoiced),
      );
    }
  });
});
