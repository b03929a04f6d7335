import {
  card,
  cardIn,
  carryBeyondTheEdge,
  column,
  dragByFinger,
  fromOtherClient,
  figure,
  makeLead,
  openPipeline,
  toast,
  stageNames,
} from './pipeline-board';
import { enter, expect, expectAccessible, outsider, test } from './product';

// All six stages side by side.
test.use({ viewport: { width: 1920, height: 960 } });

test('a lead goes through every stage, by mouse, by keyboard and by menu, and others see it', async ({
  browser,
  page,
  product,
}) => {
  test.slow();
  await openPipeline(page, product.adminPassword);
  await expect(page.getByText('Track leads through your sales process')).toBeVisible();
  await expect(column(page, 'New')).toContainText('Just arrived, not spoken to yet');
  await expect(column(page, 'Won').getByText('No leads', { exact: true })).toBeVisible();
  await expect(column(page, 'Won').getByText('Drop here', { exact: true })).toBeVisible();
  await expect(figure(page, 'Conversion Rate')).toContainText('0%');
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Add Lead' }).click();
  const form = page.getByRole('dialog', { name: 'Create New Lead' });
  await form.getByLabel('Company Name').fill('Konkan Castings');
  await form.getByLabel('Contact Person').fill('Meera Kulkarni');
  await form.getByRole('button', { name: 'Create Lead' }).click();
  await expect(toast(page, 'Lead "Konkan Castings" has been created successfully')).toBeVisible();
  await expect(page).toHaveURL(/\/leads$/);

  const other = await outsider(browser, product);
  await openPipeline(other, product.adminPassword);
  await page.getByRole('link', { name: 'Sales Pipeline' }).click();
  await expect(card(page, 'Konkan Castings')).toBeVisible();
  await makeLead(page, 'Deccan Pumps', { annual_revenue: 1_250_000, lead_score: 82 });
  await makeLead(page, 'Malabar Textiles', { annual_revenue: 250_000 });
  await expect(card(page, 'Deccan Pumps')).toContainText('₹12,50,000');
  await expect(card(page, 'Deccan Pumps')).toContainText('Score 82');
  await expect(card(page, 'Deccan Pumps')).toContainText('Unassigned');
  await expect(figure(page, 'Total Leads')).toContainText('3');
  await expect(figure(page, 'Active Stages')).toContainText('6');
  await expect(figure(page, 'Total Value')).toContainText('₹15,00,000');

  for (const stage of stageNames.slice(1, 5)) {
    await card(page, 'Konkan Castings').dragTo(column(page, stage));
    await expect(cardIn(page, stage, 'Konkan Castings')).toBeVisible();
    await expect(cardIn(other, stage, 'Konkan Castings')).toBeVisible();
  }
  await page.setViewportSize({ width: 1280, height: 900 });
  await card(page, 'Konkan Castings').getByRole('button', { name: 'Move to…' }).click();
  await page.getByRole('menuitem', { name: 'New' }).click();
  await expect(cardIn(page, 'New', 'Konkan Castings')).toBeInViewport();
  await carryBeyondTheEdge(page, 'Konkan Castings', 'Won');
  await expect(cardIn(page, 'Won', 'Konkan Castings')).toBeVisible();
  await page.setViewportSize({ width: 1920, height: 960 });
  await expect(toast(page, 'Lead stage updated successfully').first()).toBeVisible();
  await expect(figure(page, 'Conversion Rate')).toContainText('33%');

  await cardIn(page, 'New', 'Deccan Pumps').focus();
  for (const stage of stageNames.slice(1)) {
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Space');
    await expect(cardIn(page, stage, 'Deccan Pumps')).toBeFocused();
  }
  await expect(cardIn(other, 'Won', 'Deccan Pumps')).toBeVisible();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menu').locator(':focus')).toBeVisible();
  await page.keyboard.press('c');
  await expect(page.getByRole('menuitem', { name: 'Convert' })).toBeFocused();
  await page.keyboard.press('Enter');
  const question = page.getByRole('dialog', { name: 'Convert Lead to Customer' });
  await expect(question.getByRole('button', { name: 'Convert to Customer' })).toBeFocused();
  await page.keyboard.press('Enter');
  // Five messages at a time: those of the moves go first.
  await expect(
    toast(page, 'Lead "Deccan Pumps" has been successfully converted to a customer!'),
  ).toBeVisible({ timeout: 15_000 });
  await expect(card(other, 'Deccan Pumps')).toContainText('Converted');

  await card(page, 'Malabar Textiles').getByRole('button', { name: 'Move to…' }).click();
  await page.getByRole('menuitem', { name: 'Negotiation' }).click();
  await expect(cardIn(page, 'Negotiation', 'Malabar Textiles')).toBeVisible();
  await card(page, 'Deccan Pumps').dragTo(column(page, 'New'));
  await expect(
    toast(
      page,
      'Failed to update lead stage: This lead has been converted to a customer and cannot be edited',
    ),
  ).toBeVisible();
  await expect(cardIn(page, 'Won', 'Deccan Pumps')).toBeVisible();
  await card(page, 'Malabar Textiles').getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete Lead' }).click();
  await expect(toast(page, 'Lead "Malabar Textiles" has been deleted successfully')).toBeVisible();
  await expect(card(other, 'Malabar Textiles')).toBeHidden();
});

test('filters, list, columns and details show the chosen pipeline', { tag: '@rehearsal' }, async ({
  page,
  product,
}) => {
  test.slow();
  await enter(page, product);
  await makeLead(page, 'Konkan Castings', { industry: 'Automotive', lead_score: 80 });
  await makeLead(page, 'Deccan Pumps', {
    email: 'asha@deccan.example',
    industry: 'Agriculture',
    company_size: 'large',
    annual_revenue: 1_000_000,
    lead_score: 79,
    initial_inquiry: 'Forty pumps by June.',
  });
  const lost = await makeLead(page, 'Malabar Textiles', { annual_revenue: 500_000 });
  await fromOtherClient(page, 'put', `/leads/${lost.id}`, { current_stage_id: null });
  await page.goto('/pipeline');
  await expect(column(page, 'New').getByRole('article')).toHaveCount(2);
  await expect(page.getByText('1 lead has no stage and is not on the board.')).toBeVisible();
  await expect(figure(page, 'Total Leads')).not.toContainText('shown');

  await page.getByRole('button', { name: 'Filters' }).click();
  const panel = page.getByRole('dialog', { name: 'Filters & Search' });
  await panel.getByRole('combobox', { name: 'Lead Score' }).click();
  await expect(page.getByRole('listbox').getByRole('option')).toHaveText([
    'High (80 and above)',
    'Medium (60-79)',
    'Low (below 60)',
  ]);
  await page.getByRole('option', { name: 'Medium (60-79)' }).click();
  await panel.getByRole('combobox', { name: 'Annual Revenue' }).click();
  await page.getByRole('option', { name: 'High (₹10,00,000 and above)' }).click();
  await panel.getByRole('textbox', { name: 'Industry' }).fill('agri');
  await expect(panel.getByText('3 filter(s) active')).toBeVisible();
  await expectAccessible(page);
  await panel.getByRole('button', { name: 'Apply Filters' }).click();
  await expect(panel).toBeHidden();
  await expect(card(page, 'Deccan Pumps')).toBeVisible();
  await expect(card(page, 'Konkan Castings')).toBeHidden();
  await expect(figure(page, 'Total Leads')).toContainText('(1 shown)');
  await expect(page.getByRole('button', { name: 'Filters, 3 active' })).toBeVisible();
  await page.getByRole('button', { name: 'Remove filter Lead Score: Medium (60-79)' }).click();
  await expect(page.getByRole('button', { name: 'Filters, 2 active' })).toBeVisible();
  await page.getByRole('button', { name: 'Clear All' }).click();
  await expect(card(page, 'Konkan Castings')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search pipeline' }).fill('asha@deccan');
  await expect(card(page, 'Konkan Castings')).toBeHidden();

  await card(page, 'Deccan Pumps').click();
  const details = page.getByRole('dialog', { name: 'Lead Details' });
  for (const text of [
    'Company Information',
    'Large (501-5000)',
    '₹10,00,000',
    'Contact Information',
    '79/100',
    'Initial Inquiry',
    'Forty pumps by June.',
  ]) {
    await expect(details.getByText(text, { exact: true })).toBeVisible();
  }
  await expectAccessible(page);
  await details.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Clear All' }).click();

  await page.getByRole('button', { name: 'Show it' }).click();
  const grid = page.getByRole('grid', { name: 'Pipeline' });
  await expect(grid.getByRole('columnheader')).toHaveText([
    'Company Name',
    'Contact Person',
    'Stage',
    'Lead Score',
    'Email',
    'Industry',
    'Annual Revenue',
    'Status',
    'Created',
    'Actions',
  ]);
  const row = (name: string) => grid.getByRole('row').filter({ hasText: name });
  await expect(row('Malabar Textiles')).toContainText('₹5,00,000');
  await row('Malabar Textiles').getByRole('gridcell').nth(2).dblclick();
  await page.getByRole('combobox', { name: 'Stage' }).selectOption('Qualified');
  await page.keyboard.press('Enter');
  await expect(toast(page, 'Lead stage updated successfully')).toBeVisible();
  await expect(page.getByText('No leads found in pipeline')).toBeVisible();
  await expect(page.getByText('has no stage')).toBeHidden();
  await page.getByRole('button', { name: 'Clear All' }).first().click();
  await expect(row('Malabar Textiles')).toContainText('Qualified');
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Customize Columns' }).click();
  await page.getByRole('checkbox', { name: 'Email' }).uncheck();
  await page.keyboard.press('Escape');
  await expect(grid.getByRole('columnheader', { name: 'Email' })).toBeHidden();
  const stored = await page.evaluate(() => localStorage.getItem('pipeline-table-columns'));
  expect(stored).not.toContain('email');

  await row('Deccan Pumps').getByRole('button', { name: 'Edit' }).click();
  await expect(page).toHaveURL(/\/leads(\?edit=\d+)?$/);
  await expect(page.getByRole('dialog', { name: 'Edit Lead' })).toBeVisible();
});

test('a phone’s board fits, and cards are moved by menu and by finger', {
  tag: '@rehearsal',
}, async ({ browser, product }) => {
  const phone = await browser.newContext({
    baseURL: product.url,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
  });
  const page = await phone.newPage();
  await enter(page, product);
  await makeLead(page, 'Konkan Castings');
  await page.goto('/pipeline');
  await card(page, 'Konkan Castings').getByRole('button', { name: 'Move to…' }).tap();
  await page.getByRole('menuitem', { name: 'Proposal' }).tap();
  await expect(cardIn(page, 'Proposal', 'Konkan Castings')).toBeVisible();
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBe(390);
  await expectAccessible(page);

  await page.setViewportSize({ width: 1100, height: 844 });
  await card(page, 'Konkan Castings').getByRole('button', { name: 'Move to…' }).tap();
  await page.getByRole('menuitem', { name: 'New' }).tap();
  await expect(cardIn(page, 'New', 'Konkan Castings')).toBeInViewport();
  await dragByFinger(page, 'Konkan Castings', 'Contacted');
  await expect(cardIn(page, 'Contacted', 'Konkan Castings')).toBeVisible();
});
