import type { Page } from '@playwright/test';

/** The drafts of forms that the browser stores, as JSON. */
export function storedDrafts(page: Page): Promise<string[]> {
  return page.evaluate(
    () =>
      new Promise<string[]>((done) => {
        const opening = indexedDB.open('manufacturing-crm-drafts', 1);
        opening.onsuccess = () => {
          const reading = opening.result.transaction('entries').objectStore('entries').getAll();
          reading.onsuccess = () => {
            opening.result.close();
            done(reading.result.map((entry) => JSON.stringify(entry)));
          };
        };
      }),
  );
}
