import { errorCodes, type FastifyInstance } from 'fastify';
import { callSeconds } from './route-schema';

/**
 * Refuses a call that has not begun to answer when its time is over (docs/product/wire.md#limits). Fastify's own
 * `handlerTimeout` forgets a call whose body has arrived, and cuts an answer off that takes longer to send.
 */
export function endLateCalls(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    const { url, config } = request.routeOptions;
    const latest = config.deadlineMs ?? callSeconds * 1000;
    const timer = setTimeout(() => {
      if (reply.sent || reply.raw.headersSent) return;
      reply.send(new errorCodes.FST_ERR_HANDLER_TIMEOUT(String(latest), url));
    }, latest);
    reply.raw.once('close', () => clearTimeout(timer));
  });
}

declare module 'fastify' {
  interface FastifyContextConfig {
    deadlineMs?: number;
  }
}
