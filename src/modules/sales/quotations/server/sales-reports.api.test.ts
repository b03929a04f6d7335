import { describe, expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import { paiseOf, readReport, rowsBehind } from '~/kit/server/testing/test-reports';
import { dayOf } from '~/kit/shared/time/days';
import { makeProduct } from '~/modules/catalogue/products/catalogue/server/products.builders';
import { signInWith } from '~/modules/organization/users/roles/server/roles.builders';
import { makeCustomer } from '~/modules/sales/customers/server/customers.builders';
import type { Lead } from '~/modules/sales/leads/leads.fields';
import { leadFilters } from '~/modules/sales/leads/leads.filters';
import { makeLead } from '~/modules/sales/leads/server/leads.builders';
import type { Stage } from '~/modules/sales/leads/stages.fields';
import type { Order } from '~/modules/sales/orders/orders.fields';
import { orderFilters } from '~/modules/sales/orders/orders.filters';
import { orderFixture } from '~/modules/sales/orders/server/orders.builders';
import type { Quotation } from '../quotations.fields';
import { quotationFilters } from '../quotations.filters';
import { makeQuotation } from './quotations.builders';

const test = fileServer();
const timeZone = 'Asia/Kolkata';
const details = { today: dayOf(new Date(), timeZone), timeZone };

describe('orders-open', () => {
  it('has what confirmed and processing orders wait for', async () => {
    const customer = await makeCustomer(test.admin, { company_name: 'Waiting Buyer' });
    const product = await makeProduct(test.admin, { product_name: 'Pump', stock_quantity: 50 });
    const fixture = orderFixture(test.admin);
    const make = async (status: string, quantity: number) => {
      const items = [{ product_id: product.id, quantity, unit_price: 10.01 }];
      const order = await fixture.make({ customer_id: customer.id, items });
      await fixture.move(order.id, status);
      return order;
    };
    await make('pending', 1);
    await make('shipped', 2);
    const first = await make('confirmed', 3);
    const { pool } = test.server.database;
    // A delivery date in the past cannot be sent.
    await pool.query(`update orders set order_date = '2026-01-05', delivery_date = '2026-01-20'
      where id = ${first.id}`);
    await make('processing', 5);
    const list = (await test.admin.get<Order[]>('/orders')).body.data;
    const open = list.filter(({ status }) => status === 'confirmed' || status === 'processing');
    const { rows, totals, named } = await readReport(test.admin, 'orders-open');
    expect(rows.map(({ name }) => name)).toHaveLength(open.length);
    expect(named(first.order_number)).toMatchObject({
      customer: 'Waiting Buyer',
      delivery_date: '2026-01-20',
      status: 'Confirmed',
      value: 30.03,
      late: 30.03,
      link: `/orders/${first.id}`,
    });
    expect(totals).toEqual({ value: 80.08, late: 30.03 });
    expect(paiseOf(open, ({ subtotal }) => subtotal)).toBe(8008);
    const byProduct = await readReport(test.admin, 'orders-open?group=product');
    expect(byProduct.named('Pump')).toMatchObject({ orders: 2, quantity: 8, value: 80.08 });
    const byCustomer = await readReport(test.admin, 'orders-open?group=customer');
    const row = byCustomer.named('Waiting Buyer');
    expect(row).toMatchObject({ orders: 2, late: 30.03 });
    const shown = { path: '/orders', rows: list, filters: orderFilters, details };
    expect(rowsBehind(row ?? {}, shown)).toHaveLength(2);
  });
});

describe('quotations', () => {
  it('counts the newest revisions that were sent, and what was won of those decided', async () => {
    const lead = await makeLead(test.admin, {
      company_name: 'Quoted Lead',
      lead_source: 'trade_show',
    });
    const of = { lead_id: lead.id };
    const move = (id: number, status: string) =>
      test.admin.put(`/quotations/${id}/status`, { status });
    await makeQuotation(test.admin, of);
    const sent = await makeQuotation(test.admin, of);
    const revised = await makeQuotation(test.admin, of);
    const won = await makeQuotation(test.admin, of);
    const lost = await makeQuotation(test.admin, of);
    for (const { id } of [sent, revised, won, lost]) await move(id, 'sent');
    await move(won.id, 'accepted');
    await move(lost.id, 'declined');
    await test.admin.post(`/quotations/${revised.id}/revise`);
    const { named } = await readReport(test.admin, 'quotations?group=source');
    expect(named('Trade Show')).toMatchObject({
      quotations: 3,
      value: 900,
      decided: 2,
      won: 1,
      won_value: 300,
      win_rate: 50,
      days: 0,
      link: expect.stringContaining('lead_source=trade_show'),
    });
    const { id: customer_id } = await makeCustomer(test.admin, { company_name: 'Quoted Buyer' });
    await move((await makeQuotation(test.admin, { customer_id })).id, 'sent');
    const list = (await test.admin.get<Quotation[]>('/quotations')).body.data;
    const counted = list.filter(({ status }) => status !== 'draft' && status !== 'superseded');
    const { totals } = await readReport(test.admin, 'quotations?group=source');
    expect(totals).toMatchObject({ quotations: counted.length, win_rate: 50 });
    expect(paiseOf(counted, ({ subtotal }) => subtotal)).toBe(
      paiseOf([totals], (row) => row['value']),
    );
    const groups = ['month', 'person', 'customer', 'source'];
    for (const group of groups)
      expect((await readReport(test.admin, `quotations?group=${group}`)).totals).toEqual(totals);
    const shown = { path: '/quotations', rows: list, filters: quotationFilters, details };
    for (const group of groups) {
      const { rows } = await readReport(test.admin, `quotations?group=${group}`);
      const toLists = rows.filter(({ link }) => link !== null && link !== `/leads/${lead.id}`);
      expect(toLists).toHaveLength(1);
      for (const row of toLists) {
        const found = rowsBehind(row, shown);
        expect(found).toHaveLength(Number(row['quotations']));
        expect(paiseOf(found, ({ subtotal }) => subtotal)).toBe(
          paiseOf([row], ({ value }) => value),
        );
      }
    }
  });

  it('has no win rate where none is decided', async () => {
    const path = 'quotations?from=2020-01-01&to=2020-12-31';
    expect((await readReport(test.admin, path)).totals).not.toHaveProperty('win_rate');
  });
});

describe('leads', () => {
  it('counts outcomes by source, and days in each stage', async () => {
    const source = { lead_source: 'referral' } as const;
    const stages = (await test.admin.get<Stage[]>('/pipeline/stages')).body.data;
    const contacted = stages.find(({ stage_name }) => stage_name === 'Contacted')?.id ?? 0;
    const converted = await makeLead(test.admin, { ...source, company_name: 'Converted' });
    await makeLead(test.admin, { ...source, company_name: 'Lost', status: 'lost' });
    const moved = await makeLead(test.admin, { ...source, company_name: 'Moved' });
    await test.admin.post(`/leads/${converted.id}/convert`);
    await test.admin.put(`/leads/${moved.id}/stage`, { current_stage_id: contacted });
    const { pool } = test.server.database;
    await pool.query(`update leads set created_at = created_at - interval '3 days' where id = $1`, [
      moved.id,
    ]);
    const { named, totals } = await readReport(test.admin, 'leads');
    expect(named('Referral')).toMatchObject({
      leads: 3,
      open: 1,
      converted: 1,
      lost: 1,
      inactive: 0,
      rate: 33.3,
      link: expect.stringMatching(/^\/leads\?lead_source=referral&date_range=/),
    });
    const list = (await test.admin.get<Lead[]>('/leads')).body.data;
    expect(totals['leads']).toBe(list.length);
    expect(totals['converted']).toBe(list.filter(({ status }) => status === 'converted').length);
    expect((await readReport(test.admin, 'leads?group=month')).totals).toEqual(totals);
    const byStage = await readReport(test.admin, 'leads?group=stage');
    expect(byStage.named('Contacted')).toMatchObject({
      leads: list.filter(({ current_stage_id }) => current_stage_id === contacted).length,
      were: 1,
      days: 0,
      link: expect.stringContaining(`current_stage_id=${contacted}&`),
    });
    const shown = {
      path: '/leads',
      rows: list,
      filters: leadFilters,
      details,
    };
    for (const group of ['month', 'source', 'stage']) {
      const { rows } = await readReport(test.admin, `leads?group=${group}`);
      for (const row of rows.filter(({ name }) => name !== 'None'))
        expect(rowsBehind(row, shown)).toHaveLength(Number(row['leads']));
    }
    const first = byStage.named('New');
    expect(Number(first?.['days']) * Number(first?.['were'])).toBeCloseTo(3, 0);
  });

  it('counts only the leads that its reader reads', async () => {
    const { client } = await signInWith(test, { leads: { read: 'own', create: true } });
    await makeLead(client, { company_name: 'Own Lead' });
    expect((await readReport(client, 'leads')).totals['leads']).toBe(1);
  });
});
