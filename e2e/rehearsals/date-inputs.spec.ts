import { addDays, formatDay } from '../../src/kit/shared/time/days';
import { dayFrom, openOrders, rowOf, test } from '../orders';
import { expect, expectAccessible } from '../product';

test('a date is typed in any usual way or chosen in a calendar, and shown as in lists', async ({
  page,
  orders,
}) => {
  test.slow();
  const today = await dayFrom(page, 0);
  const year = today.slice(0, 4);
  await page.goto('/orders?new=1');
  const form = page.getByRole('dialog', { name: 'Create New Order' });
  const input = form.getByLabel('Delivery Date');
  const calendar = page.getByRole('dialog', { name: 'Calendar' });
  const shown: [typed: string, shown: string][] = [
    ['2026-12-31', '31 Dec 2026'],
    ['28.11.2027', '28 Nov 2027'],
    ['31/3', `31 Mar ${year}`],
    ['5 feb', `5 Feb ${year}`],
    ['today', formatDay(today)],
    ['+7', formatDay(addDays(today, 7))],
  ];
  for (const [typed, text] of shown) {
    await input.fill('');
    await input.pressSequentially(typed);
    await expect(input).toHaveValue(typed);
    await input.blur();
    await expect(input).toHaveValue(text);
  }
  await input.fill('30/2');
  await input.blur();
  await expect(input).toHaveValue('30/2');
  await expect(input).toHaveAccessibleDescription(/must be a date/);
  await expect(input).toHaveAttribute('aria-invalid', 'true');

  await input.fill('2026-12-30');
  await input.press('ArrowDown');
  await expect(calendar.getByRole('button', { name: '30 Dec 2026' })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('PageDown');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(calendar).toBeHidden();
  await expect(input).toBeFocused();
  await expect(input).toHaveValue('31 Jan 2027');
  await form.getByRole('button', { name: 'Calendar' }).click();
  await calendar.getByRole('button', { name: 'Next month' }).click();
  await page.keyboard.press('Escape');
  await expect(calendar).toBeHidden();
  await expect(form).toBeVisible();
  await form.getByRole('button', { name: 'Calendar' }).click();
  await calendar.getByRole('button', { name: 'Next month' }).click();
  await calendar.getByRole('button', { name: '14 Feb 2027', exact: true }).click();
  await expect(input).toHaveValue('14 Feb 2027');

  const order = await orders.add();
  await openOrders(page);
  const cell = rowOf(page, order.order_number).locator('[data-cell="delivery_date"]');
  await cell.dblclick();
  const editor = cell.getByRole('textbox');
  await editor.fill('1 Apr 2027');
  await editor.press('Enter');
  await expect(cell).toContainText('1 Apr 2027');
  await cell.click();
  await page.keyboard.type('2027-05-06');
  await page.keyboard.press('Enter');
  await expect(cell).toContainText('6 May 2027');
  await cell.dblclick();
  await cell.getByRole('button', { name: 'Calendar' }).click();
  await calendar.getByRole('button', { name: '7 May 2027', exact: true }).click();
  await expect(editor).toHaveValue('7 May 2027');
  await editor.press('Enter');
  await expect(cell).toContainText('7 May 2027');
  expect(await orders.get(order.id)).toMatchObject({ delivery_date: '2027-05-07' });
});
