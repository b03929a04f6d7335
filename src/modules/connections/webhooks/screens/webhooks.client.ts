import { useMemo } from 'react';
import { api } from '~/kit/ui/calls/api';
import { useList } from '~/kit/ui/records/list-store';
import { queryClient } from '~/kit/ui/calls/query-client';
import { recordCalls } from '~/kit/ui/records/recordCalls';
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

export const deliveriesPath = (id: number) => `${at(id)}/deliveries`;

async function refreshed<T>(id: number, call: Promise<T>): Promise<T> {
  const result = await call;
  await queryClient.invalidateQueries({ queryKey: [deliveriesPath(id)] });
  return result;
}

export function replay(id: number, body: Replay): Promise<{ replayed: number }> {
  return refreshed(id, api.post<{ replayed: number }>(`${at(id)}/replay`, body));
}

export function replayDelivery(id: number, delivery: number): Promise<Delivery> {
  return refreshed(id, api.post<Delivery>(`${deliveriesPath(id)}/${delivery}/replay`));
}
