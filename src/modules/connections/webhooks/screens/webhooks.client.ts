import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api } from '~/kit/ui/data/api';
import { useList } from '~/kit/ui/data/list-store';
import { queryClient } from '~/kit/ui/data/query-client';
import { recordCalls } from '~/kit/ui/data/recordCalls';
import type { Delivery, NewWebhook, Ping, Replay, Webhook } from '../webhooks.fields';

const path = '/webhooks';
const at = (id: number) => `${path}/${id}`;

type WithSecret = Webhook & { secret?: string };

/** A secret is shown once and never stored. */
function withoutSecret({ secret: _secret, ...webhook }: WithSecret): Webhook {
  return webhook;
}

export function useWebhooks() {
  const list = useList<Webhook>({
    entity: 'webhooks',
    path,
    unscoped: true,
    order: (a, b) => a.id - b.id,
  });
  return useMemo(() => {
    const calls = recordCalls(list, withoutSecret);
    return {
      ...list,
      ...calls,
      create: (body: NewWebhook, key: string): Promise<WithSecret> => calls.create(body, key),
      renewSecret: async (id: number): Promise<WithSecret> =>
        calls.stored(await api.post<WithSecret>(`${at(id)}/secret`)),
    };
  }, [list]);
}

export type Webhooks = ReturnType<typeof useWebhooks>;

const testPatienceMs = 25_000;

export function sendTest(id: number): Promise<Ping> {
  return api.post<Ping>(`${at(id)}/test`, undefined, { patienceMs: testPatienceMs });
}

async function refreshed<T>(call: Promise<T>): Promise<T> {
  const result = await call;
  await queryClient.invalidateQueries({ queryKey: [path] });
  return result;
}

export function replay(id: number, body: Replay): Promise<{ replayed: number }> {
  return refreshed(api.post<{ replayed: number }>(`${at(id)}/replay`, body));
}

export function replayDelivery(id: number, delivery: number): Promise<Delivery> {
  return refreshed(api.post<Delivery>(`${at(id)}/deliveries/${delivery}/replay`));
}

const pageLength = 50;
const againMs = 4000;

/** A webhook's deliveries in pages, newest first, read again while they are shown. */
export function useDeliveries(id: number, status: string) {
  return useInfiniteQuery({
    queryKey: [path, id, status],
    queryFn: ({ pageParam }) =>
      api.get<Delivery[]>(`${at(id)}/deliveries?status=${status}&before=${pageParam}`),
    initialPageParam: '',
    getNextPageParam: (last) =>
      last.length < pageLength ? undefined : String(last.at(-1)?.id ?? ''),
    refetchInterval: againMs,
    staleTime: 0,
  });
}

export const deliveryPath = (id: number, delivery: number) => `${at(id)}/deliveries/${delivery}`;
