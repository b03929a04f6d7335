import type { Page } from '@playwright/test';
import { columnOf, openLeads, rowOf, test } from '../leads';
import { expect, expectAccessible } from '../product';

const hostile = [
  `<script>window.hostile = 1</script>`,
  `<img src=x onerror="window.hostile = 1">`,
  `"quoted" and 'quoted' & \\back`,
  '\u202Eright to left\u202C mark',
  'Gears 🏭⚙️ ₹',
  '{{7*7}} ${7*7} %00',
];

function namesOf(page: Page) {
  return page.getByRole('row').getByRole('gridcell').and(page.locator('[data-cell=company_name]'));
}

async function expectNoSidewaysScroll(page: Page) {
  const { inner, whole } = await page.evaluate(() => ({
    inner: window.innerWidth,
    whole: document.documentElement.scrollWidth,
  }));
  expect(whole).toBeLessThanOrEqual(inner);
}

test('filters, their chips, badge and Clear All, in the panel and on the page', async ({
  page,
  leads,
}) => {
  test.slow();
  const pune = { company_name: 'Deccan Pumps', industry: 'Pumps', lead_source: 'referral' };
  await leads.add({ ...pune, lead_score: 82, company_size: 'medium', assigned_to: 1 });
  await leads.add({ company_name: 'Malabar Textiles', industry: 'Textiles', lead_score: 79 });
  await leads.add({ company_name: 'Konkan Castings', status: 'lost', lead_score: 12 });
  await openLeads(page, 'List');
  await expect(page.getByText('Showing 3 of 3 leads')).toBeVisible();
  const choose = async (label: string, choice: string) => {
    await panel.getByRole('combobox', { name: label }).click();
    await page.getByRole('option', { name: choice, exact: true }).click();
  };
  const button = page.getByRole('button', { name: /^Filters/ });
  const panel = page.getByRole('dialog', { name: 'Filters & Search' });
  const found: readonly (readonly [string, string, string])[] = [
    ['Status', 'Lost', 'Konkan Castings'],
    ['Assigned To', 'Site Administrator', 'Deccan Pumps'],
    ['Lead Source', 'Referral', 'Deccan Pumps'],
    ['Company Size', 'Medium (51-500)', 'Deccan Pumps'],
    ['Lead Score', 'High (80-100)', 'Deccan Pumps'],
    ['Lead Score', 'Medium (50-79)', 'Malabar Textiles'],
    ['Lead Score', 'Low (0-49)', 'Konkan Castings'],
  ];
  for (const [label, choice, company] of found) {
    await button.click();
    await choose(label, choice);
    await expect(panel.getByText('1 filter(s) active')).toBeVisible();
    if (choice === 'Lost') await expectAccessible(page);
    await panel.getByRole('button', { name: 'Apply Filters' }).click();
    await expect(panel).toBeHidden();
    await expect(namesOf(page)).toHaveText([company]);
    await expect(button).toHaveAccessibleName('Filters, 1 active');
    await page.getByRole('button', { name: `Remove filter ${label}: ${choice}` }).click();
    await expect(namesOf(page)).toHaveCount(3);
  }
  await button.click();
  await choose('Assigned To', 'Unassigned');
  await choose('Stage', 'New');
  await panel.getByRole('textbox', { name: 'Industry' }).fill('text');
  await panel.getByRole('button', { name: 'Apply Filters' }).click();
  await expect(button).toHaveAccessibleName('Filters, 3 active');
  await expect(namesOf(page)).toHaveText(['Malabar Textiles']);
  await expect(page.getByText('Showing 1 of 3 leads')).toBeVisible();
  await page.reload();
  await expect(namesOf(page)).toHaveText(['Malabar Textiles']);
  await button.click();
  await panel.getByRole('textbox', { name: 'Industry' }).fill('nowhere');
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await expect(button).toBeFocused();
  await expect(namesOf(page)).toHaveText(['Malabar Textiles']);
  await page.getByRole('button', { name: 'Clear All' }).click();
  await expect(namesOf(page)).toHaveCount(3);
  await expect(button).toHaveAccessibleName('Filters');
  await page.getByRole('searchbox', { name: 'Search leads' }).fill('nothing like it');
  await expect(page.getByText('No leads found')).toBeVisible();
  await expect(page.getByText('No leads match your search and filters.')).toBeVisible();
  await expectAccessible(page);
});

test('sorting by heading in the list and by selector on the board', async ({ page, leads }) => {
  await leads.add({ company_name: 'Plant 10', contact_person: 'Asha', annual_revenue: 5000 });
  await leads.add({ company_name: 'plant 9', contact_person: 'Chitra', annual_revenue: 900 });
  await leads.add({ company_name: 'Âcme', contact_person: 'Bela' });
  await openLeads(page, 'List');
  await expect(namesOf(page)).toHaveText(['Âcme', 'plant 9', 'Plant 10']);
  const heading = page.getByRole('columnheader', { name: 'Company Name' });
  await expect(page.getByRole('columnheader', { name: 'Created' })).toHaveAttribute(
    'aria-sort',
    'descending',
  );
  await heading.getByRole('button').click();
  await expect(heading).toHaveAttribute('aria-sort', 'ascending');
  await expect(namesOf(page)).toHaveText(['Âcme', 'plant 9', 'Plant 10']);
  await heading.getByRole('button').click();
  await expect(heading).toHaveAttribute('aria-sort', 'descending');
  await expect(namesOf(page)).toHaveText(['Plant 10', 'plant 9', 'Âcme']);
  await page.getByRole('button', { name: 'Kanban' }).click();
  const select = page.getByRole('combobox', { name: 'Sort by' });
  await expect(select.getByRole('option')).toHaveText([
    'Company Name',
    'Contact Person',
    'Email',
    'Created',
    'Estimated Value',
  ]);
  await select.selectOption('Estimated Value');
  await page.getByRole('button', { name: 'Descending' }).click();
  await expect(columnOf(page, 'New').getByRole('article')).toContainText([
    'plant 9',
    'Plant 10',
    'Âcme',
  ]);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Kanban' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
});

test('columns are chosen, reordered by key and by mouse, kept in the browser, and reset', async ({
  page,
  leads,
}) => {
  await leads.add({ company_name: 'Deccan Pumps', lead_score: 64 });
  await openLeads(page, 'List');
  // The one of the checkboxes has no title.
  const headings = page.getByRole('columnheader').filter({ hasText: /\S/ });
  const initial = ['Company Name', 'Contact Person', 'Email', 'Phone', 'Status', 'Lead Source'];
  const defaults = [...initial, 'Assigned To', 'Created', 'Actions'];
  await expect(headings).toHaveText(defaults);
  await page.getByRole('button', { name: 'Customize Columns' }).click();
  const chooser = page.getByRole('dialog', { name: 'Customize Columns' });
  await expect(chooser.getByRole('checkbox', { name: 'Company Name' })).toBeDisabled();
  await expectAccessible(page);
  await chooser.getByRole('checkbox', { name: 'Lead Score' }).check();
  await chooser.getByRole('checkbox', { name: 'Email' }).uncheck();
  await expect(headings.filter({ hasText: 'Lead Score' })).toBeVisible();
  await expect(headings.filter({ hasText: 'Email' })).toBeHidden();
  await chooser.getByRole('button', { name: 'Move Phone up' }).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(headings.nth(1)).toHaveText('Phone');
  const row = (title: string) => chooser.getByRole('listitem').filter({ hasText: title });
  await row('Status')
    .locator('[data-grip]')
    .dragTo(row('Company Name'), {
      targetPosition: { x: 40, y: 2 },
    });
  await expect(headings.first()).toHaveText('Status');
  const stored = await page.evaluate(() => localStorage.getItem('leads-table-columns'));
  expect((JSON.parse(stored ?? '[]') as string[]).slice(0, 3)).toEqual([
    'status',
    'company_name',
    'phone',
  ]);
  await page.keyboard.press('Escape');
  await page.reload();
  await expect(headings.first()).toHaveText('Status');
  await page.getByRole('button', { name: 'Customize Columns' }).click();
  await chooser.getByRole('button', { name: 'Reset to Default' }).click();
  await expect(headings).toHaveText(defaults);
});

test('loading, failed and empty look different in both views, and Retry loads again', async ({
  page,
  leads,
}) => {
  // A browser that keeps nothing, so that each visit is a first one.
  await page.addInitScript(() => Object.defineProperty(window, 'indexedDB', { value: undefined }));
  let responseMode: 'never' | 'none' | 'real' = 'never';
  await page.route(/\/api\/leads$/, (route) => {
    if (responseMode === 'real') return route.fallback();
    return responseMode === 'none' ? route.abort() : undefined;
  });
  for (const view of ['List', 'Kanban'] as const) {
    responseMode = 'never';
    await openLeads(page, view);
    await expect(page.getByText('Loading leads...')).toBeVisible();
    await expect(page.getByText('No leads')).toHaveCount(0);
    responseMode = 'none';
    await page.reload();
    const failed = page.getByRole('main').getByRole('alert');
    await expect(failed).toContainText(/could not be loaded/);
    await expect(page.getByText('No leads')).toHaveCount(0);
    await expectAccessible(page);
    responseMode = 'real';
    await failed.getByRole('button', { name: 'Retry' }).click();
    await expect(
      page.getByText(view === 'List' ? 'No leads found' : 'No leads').first(),
    ).toBeVisible();
    await expectAccessible(page);
  }
  await leads.add({ company_name: 'Deccan Pumps' });
  await expect(page.getByText('Deccan Pumps')).toBeVisible();
});

test('hostile text is text everywhere it is shown', async ({ page, leads }) => {
  for (const text of hostile) await leads.add({ company_name: text, initial_inquiry: text });
  await openLeads(page, 'List');
  // A name loses direction marks (docs/product/wire.md#fields-and-text).
  const names = hostile.map((text) => text.replaceAll(/[\u202A-\u202E]/g, ''));
  await expect(namesOf(page)).toHaveText(names.reverse());
  for (const text of hostile.slice(0, 2)) {
    await rowOf(page, text).getByRole('button', { name: 'View' }).click();
    const details = page.getByRole('dialog', { name: 'Lead Details' });
    await expect(details.getByText(text, { exact: true }).first()).toBeVisible();
    await page.keyboard.press('Escape');
    await rowOf(page, text).getByRole('button', { name: 'Delete' }).click();
    const question = page.getByRole('dialog', { name: 'Delete Lead' });
    await expect(question).toContainText(text);
    await question.getByRole('button', { name: 'Delete Lead' }).click();
    await expect(
      page.getByText(`Lead "${text}" has been deleted successfully`, { exact: true }),
    ).toBeVisible();
  }
  await page.getByRole('button', { name: 'Kanban' }).click();
  await expect(columnOf(page, 'New')).toContainText('Gears 🏭⚙️ ₹');
  expect(await page.evaluate(() => 'hostile' in window)).toBe(false);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('the list of two lines, the board, the menu and the form fit', async ({ page, leads }) => {
    const long = 'Deccan Centrifugal Pumps and Precision Castings Private Limited, Bhosari';
    await leads.add({ company_name: long, email: 'meera@deccan.example', annual_revenue: 125000 });
    await openLeads(page, 'List');
    const row = page.getByRole('table', { name: 'Leads' }).getByRole('row');
    await expect(row).toContainText('Meera Kulkarni');
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await row.getByRole('button', { name: 'Actions' }).click();
    await page.getByRole('menuitem', { name: 'Edit', exact: true }).click();
    const form = page.getByRole('dialog', { name: 'Edit Lead' });
    await expect(form.getByLabel('Company Name')).toHaveValue(long);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Kanban' }).click();
    await expect(columnOf(page, 'New')).toContainText('Deccan');
    await expectNoSidewaysScroll(page);
    await page.getByRole('button', { name: 'Open menu' }).click();
    const menu = page.getByRole('dialog', { name: 'Menu' });
    await expectAccessible(page);
    await menu.getByRole('link', { name: 'Leads', exact: true }).click();
    await expect(menu).toBeHidden();
    await expectNoSidewaysScroll(page);
  });
});
