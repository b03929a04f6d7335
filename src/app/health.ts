import { z } from 'zod';
import { type Api, route } from '~/kit/server/http/route';

const response = z.object({
  status: z.literal('ok'),
  database: z.literal('ok'),
  time: z.iso.datetime(),
});

/** 200 while the database answers, 503 when it does not (docs/product/running.md#health). */
export function healthRoute(api: Api): void {
  const ask = () => api.laneDatabase.pool.query('select 1');
  let check: Promise<unknown> | null = null;
  route(api, {
    method: 'GET',
    url: '/health',
    access: 'public',
    summary: 'Check whether the server and its database respond',
    tag: 'Server',
    response,
    ownLane: true,
    unlimited: true,
    handle: async ({ context }) => {
      // One question for all who ask at the same time.
      check ??= ask().finally(() => {
        check = null;
      });
      await check;
      return { status: 'ok' as const, database: 'ok' as const, time: context.now.toISOString() };
    },
  });
}
