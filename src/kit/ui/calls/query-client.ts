import { QueryClient } from '@tanstack/react-query';

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 30 * 60_000,
      refetchOnWindowFocus: false,
      retry: false,
    },
  },
});

const forgetting: (() => void)[] = [];

export function onForget(forget: () => void): void {
  forgetting.push(forget);
}

/** The databases of this browser in which lists outlive the page (docs/product/screens.md#second-visit). */
export const storedLists = {
  lists: 'manufacturing-crm-lists',
  uses: 'manufacturing-crm-list-uses',
};

/** Drops everything loaded, and what is kept of lists: the next person must not see it. */
export function forgetRecords(): void {
  queryClient.clear();
  for (const forget of forgetting) forget();
  wipeLists();
}

/** Drops all lists kept in this browser, of all users. */
export function wipeLists(): void {
  try {
    for (const name of Object.values(storedLists)) indexedDB.deleteDatabase(name);
  } catch {
    // No IndexedDB here, or none that this page may use: nothing was kept.
  }
}
