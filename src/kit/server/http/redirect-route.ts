import { z } from 'zod';
import { type Call, callOf } from './call';
import { addRoute, type Api, type Declaration } from './route';

/** Declares an address that a browser is sent to, and that sends it on: to a path of our own, or to a provider. */
export function redirectRoute(
  api: Api,
  definition: Declaration<undefined, undefined> & {
    handle: (call: Call<undefined, undefined, undefined>) => Promise<string>;
  },
): void {
  addRoute(
    api,
    { ...definition, method: 'GET' },
    {
      responses: { 302: z.string().describe('Empty: `Location` contains the address') },
      handler: async (request, reply) => {
        const to = await definition.handle(callOf(api, { request, reply }));
        return reply.header('cache-control', 'no-store').redirect(to);
      },
    },
  );
}
