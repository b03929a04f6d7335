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

/** Drops everything loaded: the next person must not see it. */
export function forgetRecords(): void {
  queryClient.clear();
  for (const forget of forgetting) forget();
}
