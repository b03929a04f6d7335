import type { Page } from '@playwright/test';

/** How many drafts of forms the browser keeps. */
export function keptDrafts(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((done) => {
        const opening = indexedDB.open('manufacturing-crm-drafts', 1);
        opening.onsuccess = () => {
          const counting = opening.result.transaction('entries').objectStore('entries').count();
          counting.onsuccess = () => {
            opening.result.close();
            done(counting.result);
          };
        };
      }),
  );
}
