import type { Locator } from '@playwright/test';

/** Chooses what a row of a list offers under "More actions". */
export async function chooseMore(row: Locator, name: string): Promise<void> {
  await row.getByRole('button', { name: 'More actions' }).click();
  await row.getByRole('menuitem', { name, exact: true }).click();
}
