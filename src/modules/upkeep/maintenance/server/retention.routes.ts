import { z } from 'zod';
import { type Api, route } from '~/kit/server/http/route';
import type { Trace } from '~/kit/server/retention/traces';
import { retainedData, retentionPatch } from '../retention.fields';
import { changeRetention, listRetention } from './retention.actions';

const shared = { access: 'admin', tag: 'Server', url: '/admin/retention' } as const;

export function retentionRoutes(api: Api, traces: readonly Trace[]): void {
  route(api, {
    ...shared,
    method: 'GET',
    summary: 'List how long each kind of data is kept, and how much of it is stored',
    response: z.array(retainedData),
    handle: ({ context }) => listRetention(context, traces),
  });
  route(api, {
    ...shared,
    method: 'PUT',
    confirmed: 'partly',
    summary:
      'Change how many days some kinds of data are kept, from the next night on; null means forever',
    body: retentionPatch,
    response: z.array(retainedData),
    handle: async ({ context, body }) => {
      await changeRetention(context, body);
      return listRetention(context, traces);
    },
  });
}
