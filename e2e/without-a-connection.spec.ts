import type { BrowserContext, Page } from '@playwright/test';
import { storedDrafts } from './drafts';
import { breakCalls, cardOf, cellOf, columnOf, expectToast, openLeads, rowOf, test } from './leads';
import { enter, expect, expectAccessible } from './product';

const mark = { name: 'Waiting for the connection' };

async function cut(page: Page, context: BrowserContext): Promise<void> {
  await context.setOffline(true);
  await page.evaluate(() => dispatchEvent(new Event('offline')));
}

/** Has the page load what it needs without a connection: a key does so once the page is ready for it. */
async function prepareToBeOffline(page: Page): Promise<void> {
  await expect(async () => {
    await page.keyboard.press('Shift');
    const files = await page.evaluate(() =>
      performance.getEntriesByType('resource').map(({ name }) => name),
    );
    expect(files.filter((each) => /WaitingDialogs.*js$/.test(each))).not.toEqual([]);
  }).toPass();
}

function stylesNotLoaded(page: Page): Promise<string[]> {
  return page
    .locator('link[rel="stylesheet"]')
    .evaluateAll((links) =>
      links.flatMap((link) =>
        link instanceof HTMLLinkElement && link.sheet === null ? [link.href] : [],
      ),
    );
}

function statusLine(page: Page) {
  return page.getByRole('status').filter({ hasText: /waiting for the connection|your decision/ });
}

test('what is changed while the line is cut waits, survives a reload, and goes out in order', async ({
  page,
  context,
  leads,
}) => {
  const first = await leads.add({ company_name: 'Deccan Pumps', email: 'old@deccan.example' });
  const second = await leads.add({ company_name: 'Malabar Textiles' });
  await openLeads(page, 'Kanban');
  await cardOf(page, 'Malabar Textiles').waitFor();
  await page.getByRole('button', { name: 'List' }).click();
  await prepareToBeOffline(page);

  const phone = await cellOf(page, 'Deccan Pumps', 'Phone');
  await phone.focus();
  await page.keyboard.type('98200');
  await cut(page, context);
  await page.keyboard.type(' 12345');
  await page.keyboard.press('Enter');
  await expect(phone.getByRole('img', mark)).toBeVisible();
  await expect(phone).toContainText('12345');
  const email = await cellOf(page, 'Deccan Pumps', 'Email');
  await email.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: 'Email' }).fill('mine@deccan.example');
  await page.keyboard.press('Enter');
  await expect(email.getByRole('img', mark)).toBeVisible();
  await page.getByRole('button', { name: 'Kanban' }).click();
  const card = cardOf(page, 'Malabar Textiles');
  await card.dragTo(columnOf(page, 'Contacted'));
  await expect(columnOf(page, 'Contacted')).toContainText('Malabar Textiles');
  await expect(card.getByRole('img', mark)).toBeVisible();
  await expect(statusLine(page)).toContainText('3 changes are waiting for the connection');
  await expectAccessible(page);
  await page.getByRole('button', { name: /profile menu/ }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  const question = page.getByRole('dialog', { name: 'Unsent changes' });
  await expect(question).toContainText('If you sign out, they are lost');
  await question.getByRole('button', { name: 'Stay Signed In' }).click();

  await leads.change(first.id, { email: 'theirs@deccan.example', city: 'Pune' });
  const sent: string[] = [];
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (response.request().method() === 'PUT' && response.ok()) sent.push(pathname);
  });
  await breakCalls(page, 'PUT', /\/api\/leads\//);
  await context.setOffline(false);
  await page.reload();
  await expect(columnOf(page, 'Contacted')).toContainText('Malabar Textiles');
  await expect(card.getByRole('img', mark)).toBeVisible();
  await expect(statusLine(page)).toContainText('3 changes are waiting for the connection');
  expect((await leads.get(second.id)).stage_name).toBe('New');
  await page.unroute(/\/api\/leads\//);
  await expect(statusLine(page)).toHaveText('1 change needs your decision', { timeout: 30_000 });
  expect(sent).toEqual([`/api/leads/${first.id}`, `/api/leads/${second.id}/stage`]);
  const saved = await leads.get(first.id);
  expect(saved['phone']).toContain('12345');
  expect([saved.email, saved['city']]).toEqual(['theirs@deccan.example', 'Pune']);
  expect((await leads.get(second.id)).stage_name).toBe('Contacted');

  await page.getByRole('button', { name: 'Show', exact: true }).click();
  const panel = page.getByRole('dialog', { name: 'Waiting changes' });
  await expect(panel).toContainText('Email: old@deccan.example → mine@deccan.example');
  await expect(panel).toContainText('“theirs@deccan.example”');
  await expectAccessible(page);
  await panel.getByRole('button', { name: 'Use yours: Email of Deccan Pumps' }).click();
  await expect(panel).toContainText('Nothing is waiting.');
  expect((await leads.get(first.id)).email).toBe('mine@deccan.example');
});

test('a half-typed form survives a reload and a cut line, and makes one record', async ({
  page,
  context,
  leads,
}) => {
  await leads.add({ company_name: 'Deccan Pumps' });
  await openLeads(page, 'List');
  const form = page.getByRole('dialog', { name: 'Create New Lead' });
  const open = async () => {
    await page.getByRole('button', { name: 'Add New Lead' }).click();
    await form.waitFor();
  };
  await open();
  await form.getByLabel('Company Name').fill('Malabar Textiles');
  await form.getByLabel('Contact Person').fill('Meera Kulkarni');
  await expect.poll(() => storedDrafts(page)).toEqual([expect.stringContaining('Meera')]);
  await page.reload();
  await open();
  await expect(form.getByText(/^A draft from .* was restored\.$/)).toBeVisible();
  await expect(form.getByLabel('Company Name')).toHaveValue('Malabar Textiles');
  await expectAccessible(page);

  await cut(page, context);
  await form.getByRole('button', { name: 'Create Lead' }).click();
  await expect(form.getByRole('alert').first()).toContainText(
    'Your changes are saved in this browser.',
  );
  await context.setOffline(false);
  await form.getByRole('button', { name: 'Create Lead' }).click();
  await expectToast(page, 'Lead "Malabar Textiles" has been created successfully');
  await expect(rowOf(page, 'Malabar Textiles')).toHaveCount(1);
  await expect.poll(() => storedDrafts(page)).toEqual([]);

  await open();
  await form.getByLabel('Company Name').fill('Given up');
  await expect.poll(() => storedDrafts(page)).toEqual([expect.stringContaining('Given up')]);
  await page.reload();
  await open();
  await form.getByRole('button', { name: 'Discard draft' }).click();
  await expect(form.getByLabel('Company Name')).toHaveValue('');
  await expect.poll(() => storedDrafts(page)).toEqual([]);
});

test('a screen whose code is not there waits for the server, and the menu stays in the program', {
  tag: '@rehearsal',
}, async ({ page, product, context }) => {
  await enter(context, product);
  await page.goto('/leads');
  const leads = page.getByRole('heading', { name: 'Lead Management' });
  await expect(leads).toBeVisible();
  // The first key loads the toasts.
  await page.keyboard.press('Shift');
  await page.waitForLoadState('networkidle');
  await product.end('SIGTERM');
  await page.getByRole('button', { name: 'Add New Lead' }).click();
  await expectToast(page, 'The server cannot be reached. The dialog opens once it can.');
  const menu = page.getByRole('navigation', { name: 'Main' });
  await menu.getByRole('link', { name: 'Customers' }).click();
  const waiting = page.getByRole('status').filter({ hasText: 'Waiting for the connection...' });
  await expect(waiting).toBeVisible();
  await menu.getByRole('link', { name: 'Orders' }).click();
  await expect(page).toHaveURL(/\/orders$/);
  await expect(waiting).toBeVisible();
  await menu.getByRole('link', { name: 'Leads' }).click();
  await expect(leads).toBeVisible();
  await menu.getByRole('link', { name: 'Orders' }).click();
  await product.restart();
  await expect(page.getByRole('heading', { name: 'Orders Management' })).toBeVisible({
    timeout: 30_000,
  });
  await expect.poll(() => stylesNotLoaded(page)).toEqual([]);
});

test('the list of what waits, first opened without a connection, opens once there is one', {
  tag: '@rehearsal',
}, async ({ page, product, context }) => {
  await enter(context, product);
  const values = { company_name: 'Malabar Textiles', contact_person: 'Meera Kulkarni' };
  await context.request.post('/api/customers', { data: values });
  await page.goto('/customers');
  const cell = await cellOf(page, 'Malabar Textiles', 'Contact Person');
  await expect(cell).toBeVisible();
  await page.waitForLoadState('networkidle');
  await cut(page, context);
  await cell.dblclick();
  await page.keyboard.type('Asha Rao');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(
    page.getByText('The server cannot be reached. The dialog opens once it can.'),
  ).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole('dialog', { name: 'Waiting changes' })).toBeVisible();
  await expect.poll(() => stylesNotLoaded(page)).toEqual([]);
});
