import type { Locator, Page } from '@playwright/test';
import { expect } from './product';

/** A keyboard that counts: a shortcut is one keystroke, and so is each character. */
export function countingKeys(page: Page, party: string) {
  let keys = 0;
  return {
    /** Whose rows the keys act on. */
    party,
    count: () => keys,
    press: async (...names: string[]) => {
      keys += names.length;
      for (const name of names) await page.keyboard.press(name);
    },
    type: async (text: string) => {
      keys += text.length;
      await page.keyboard.type(text);
    },
  };
}

export type Keys = ReturnType<typeof countingKeys>;

/** Presses a key until this has the focus. */
export async function moveTo({ press }: Keys, target: Locator, key = 'Tab'): Promise<void> {
  await expect(target).toBeVisible();
  // Some keys move the focus with the next frame.
  const isThere = () =>
    target.evaluate(
      (element) =>
        new Promise<boolean>((done) => {
          requestAnimationFrame(() =>
            requestAnimationFrame(() => done(element === document.activeElement)),
          );
        }),
    );
  for (let most = 14; most > 0 && !(await isThere()); most -= 1) await press(key);
  await expect(target).toBeFocused();
}

/** By the initials of the command or the beginning of its words. */
export async function command(page: Page, { press, type }: Keys, typed: string): Promise<void> {
  await press('Control+k');
  const palette = page.getByRole('combobox', { name: 'Search all records' });
  await expect(palette).toBeFocused();
  await type(typed);
  await press('Enter');
  await expect(palette).toBeHidden();
}

/** A screen by its command; on the screen before, the keys would still act. */
export async function go(page: Page, keys: Keys, to: string, title: RegExp): Promise<void> {
  await command(page, keys, `go ${to}`);
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeFocused();
}

export const rowAt = (page: Page, at: number) => page.locator(`[role="row"][data-row="${at}"]`);

/** An action of the row below, which is the first where no row has the focus. */
export async function act(page: Page, keys: Keys, label: string, at = 0): Promise<void> {
  await expect(rowAt(page, at)).toContainText(keys.party);
  await keys.press('ArrowDown', 'End');
  const row = rowAt(page, at);
  const icon = row.getByRole('button', { name: label, exact: true });
  const more = row.getByRole('button', { name: 'More actions' });
  await expect(icon.or(more).first()).toBeVisible();
  if ((await icon.count()) > 0) await moveTo(keys, icon, 'ArrowRight');
  else {
    await moveTo(keys, more, 'ArrowRight');
    await keys.press('Enter');
    await moveTo(keys, row.getByRole('menuitem', { name: label, exact: true }), 'ArrowDown');
  }
  await keys.press('Enter');
}

/** Such an action, and its question's answer. */
export async function confirm(page: Page, keys: Keys, label: string, at = 0): Promise<void> {
  await act(page, keys, label, at);
  const dialog = page.getByRole('dialog', { name: label });
  await moveTo(keys, dialog.getByRole('button', { name: label }));
  await keys.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(page.locator('[role="row"] :focus')).toHaveCount(1);
}
