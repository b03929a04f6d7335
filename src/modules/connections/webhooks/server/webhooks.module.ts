import type { Module } from '~/kit/server/http/module';
import { rowsTrace } from '~/kit/server/retention/traces';
import { sendingJob } from './sending.internal';
import { fillDemoWebhooks } from './webhooks.demo';
import { failPending } from './webhooks.queries';
import { webhookRoutes } from './webhooks.routes';

export const webhooksModule: Module = {
  name: 'webhooks',
  tables: ['webhook_deliveries', 'webhook_events', 'webhook_queue', 'webhooks'],
  routes: [webhookRoutes],
  jobs: (api) => [sendingJob(api)],
  // Deliveries go with their events.
  traces: [rowsTrace('webhooks', { table: 'webhook_events', at: 'created_at' })],
  settle: failPending,
  samples: [{ what: 'webhooks', isRecord: false, fill: fillDemoWebhooks }],
};
