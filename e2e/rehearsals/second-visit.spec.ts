import type { BrowserContext, Page } from '@playwright/test';
import { openLeads, rowOf, test } from '../leads';
import { expect } from '../product';

/** The lists that this browser keeps, by the paths of their calls. */
function storedLists(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const name = 'manufacturing-crm-lists';
    const existing = await indexedDB.databases();
    if (!existing.some((each) => each.name === name)) return [];
    const keys = await new Promise<IDBValidKey[]>((done, fail) => {
      const opening = indexedDB.open(name);
      opening.onerror = () => fail(new Error('It does not open'));
      opening.onsuccess = () => {
        const database = opening.result;
        const asking = database.transaction('entries').objectStore('entries').getAllKeys();
        asking.onsuccess = () => {
          database.close();
          done(asking.result);
        };
      };
    });
    return keys.map((key) => (Array.isArray(key) ? String(key.at(-1)) : ''));
  });
}

const keepsLeads = (page: Page) =>
  expect.poll(() => storedLists(page)).toContainEqual(expect.stringContaining('/leads ['));

/** Holds the answers to the call for the list of leads back, until the function that it gives is called. */
async function holdLeads(page: Page): Promise<() => void> {
  let release = () => undefined as void;
  const held = new Promise<void>((done) => {
    release = done;
  });
  await page.route(/\/api\/leads(\?|$)/, async (route) => {
    await held;
    await route.fallback();
  });
  return () => release();
}

/** In this browser another person signs in, while the first one did not sign out. */
async function enterAsAnother(context: BrowserContext): Promise<void> {
  const person = { username: 'asha', password: 'a good one' };
  const names = { first_name: 'Asha', last_name: 'Rao', email: 'asha@example.com' };
  const created = await context.request.post('/api/users', {
    data: { ...person, ...names, role: 'admin' },
  });
  expect(created.status()).toBe(201);
  expect((await context.request.post('/api/auth/login', { data: person })).status()).toBe(200);
}

test('a second visit shows the list before the server has answered, and then what changed', async ({
  page,
  leads,
}) => {
  const [stored, renamed] = [
    await leads.add({ company_name: 'Deccan Pumps' }),
    await leads.add({ company_name: 'Sahyadri Forge' }),
  ];
  await openLeads(page, 'List');
  await expect(rowOf(page, stored.company_name)).toBeVisible();
  await keepsLeads(page);
  await page.goto('about:blank');
  await leads.change(renamed.id, { company_name: 'Sahyadri Forge and Sons' });
  await leads.remove(stored.id);
  const release = await holdLeads(page);
  await page.goto('/leads');
  await expect(rowOf(page, 'Deccan Pumps')).toBeVisible();
  await expect(rowOf(page, 'Sahyadri Forge')).toBeVisible();
  release();
  await expect(rowOf(page, 'Sahyadri Forge and Sons')).toBeVisible();
  await expect(rowOf(page, 'Deccan Pumps')).toBeHidden();
});

test('stored lists are seen by no one else, and is gone after sign-out', async ({
  page,
  context,
  leads,
}) => {
  await leads.add({ company_name: 'Deccan Pumps' });
  await openLeads(page, 'List');
  await keepsLeads(page);
  await page.goto('about:blank');
  await enterAsAnother(context);
  const release = await holdLeads(page);
  await page.goto('/leads');
  await expect(page.getByText('Loading leads...')).toBeVisible();
  await expect
    .poll(() => storedLists(page))
    .not.toContainEqual(expect.stringContaining('/leads ['));
  await expect(rowOf(page, 'Deccan Pumps')).toBeHidden();
  release();
  await expect(rowOf(page, 'Deccan Pumps')).toBeVisible();
  await keepsLeads(page);
  await page.getByRole('button', { name: /profile menu/ }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await expect.poll(() => storedLists(page)).toEqual([]);
});
