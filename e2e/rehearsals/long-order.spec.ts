import type { Page } from '@playwright/test';
import { cellOf, openLeads, rowOf, test } from '../leads';
import { expect } from '../product';
import { formatNumber } from '../../src/kit/shared/money/numbers';

const count = 21_000;
const firstRow = (page: Page) => page.getByRole('row').nth(1);

async function orderAndSearch(page: Page): Promise<void> {
  const column = page.getByRole('columnheader', { name: 'Company Name' }).getByRole('button');
  await column.first().click();
  await expect(firstRow(page)).toContainText('Pump 1 Works');
  await column.first().click();
  await expect(firstRow(page)).toContainText('Pump 21000 Works');
  const box = page.getByRole('searchbox', { name: 'Search leads' });
  await box.fill('works PÜMP 1234');
  await expect(page.getByText(`Showing 12 of ${formatNumber(count)} leads`)).toBeVisible();
  await expect(firstRow(page)).toContainText('Pump 12349 Works');
}

test('a list of 21,000 is put in order and searched while it changes', async ({
  page,
  database,
  leads,
}) => {
  test.slow();
  await database.query(`insert into leads (company_name, contact_person, created_at, updated_at)
    select 'Pump ' || n || ' Works', 'Meera', now(), now() from generate_series(1, ${count}) n`);
  await openLeads(page, 'List');
  await expect(
    page.getByText(`Showing ${formatNumber(count)} of ${formatNumber(count)} leads`),
  ).toBeVisible();
  await orderAndSearch(page);

  const { rows } = await database.query<{ id: number }>(
    `select id from leads where company_name = 'Pump 1234 Works'`,
  );
  await leads.change(rows[0]?.id ?? 0, { company_name: 'Pump 123456 Works' });
  await expect(firstRow(page)).toContainText('Pump 123456 Works');
  await leads.add({ company_name: 'Pump 1234 Works' });
  await expect(page.getByText(`Showing 13 of ${formatNumber(count + 1)} leads`)).toBeVisible();
  await leads.remove(rows[0]?.id ?? 0);
  await expect(rowOf(page, 'Pump 123456 Works')).toHaveCount(0);
  const phone = await cellOf(page, 'Pump 12340 Works', 'Phone');
  await phone.dblclick();
  await page.keyboard.insertText('+91 98200 12345');
  await page.keyboard.press('Enter');
  await expect(phone).toHaveText('+91 98200 12345');
});
