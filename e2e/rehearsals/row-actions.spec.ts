import type { Page } from '@playwright/test';
import { enter, expect, test } from '../product';

test.use({ sampleData: true });

const lists = [
  '/leads',
  '/pipeline',
  '/customers',
  '/services',
  '/inventory/products',
  '/price-lists',
  '/quotations',
  '/orders',
  '/deliveries',
  '/invoices',
  '/payments',
  '/receivables',
  '/receipts',
  '/vendors',
  '/purchase-orders',
  '/goods-receipts',
  '/bills',
  '/payables',
  '/vendor-payments',
  '/counts',
  '/users',
  '/users/invitations',
];

async function openList(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const asList = page.getByText('List', { exact: true });
  if ((await asList.count()) > 0) await asList.first().click();
  await expect(page.getByRole('grid')).toBeVisible();
  await page.waitForLoadState('networkidle');
}

/** What of a list's default columns is hidden or covered, and which rows have more than four icons. */
function faultsOf(page: Page): Promise<string[]> {
  return page.getByRole('grid').evaluate((grid) => {
    const faults: string[] = [];
    const box = grid.parentElement;
    if (box && box.scrollWidth > box.clientWidth)
      faults.push(`scrolls sideways by ${box.scrollWidth - box.clientWidth}`);
    const slack = 1;
    for (const row of grid.querySelectorAll('[role="row"]')) {
      const cells = [...row.children].map((cell) => ({ cell, at: cell.getBoundingClientRect() }));
      const edge = box?.getBoundingClientRect();
      cells.forEach(({ cell, at }, index) => {
        const next = cells[index + 1]?.at;
        if (next && next.left < at.right - slack) faults.push(`${cell.textContent} is covered`);
        if (at.width < 40 && cell.hasAttribute('data-cell') && index > 0)
          faults.push(`${cell.textContent} has no width`);
        if (edge && at.right > edge.right + slack) faults.push(`${cell.textContent} is outside`);
      });
      const buttons = [...row.querySelectorAll('[data-cell="actions"] button')];
      const icons = buttons.filter((button) => !button.matches('[aria-haspopup="menu"]'));
      if (icons.length > 4) faults.push(`${icons.length} icons`);
    }
    return faults;
  });
}

test('no list hides a default column at 1440 px, and no row has more than four icons', async ({
  page,
  context,
  product,
}) => {
  test.slow();
  await enter(context, product);
  for (const path of lists) {
    await openList(page, path);
    expect(await faultsOf(page), path).toEqual([]);
  }
});
