import type { Module } from '~/kit/server/http/module';
import { rowsTrace } from '~/kit/server/retention/traces';
import { notificationJobs } from './notifications.jobs';
import { notificationRoutes } from './notifications.routes';

export const notificationsModule: Module = {
  name: 'notifications',
  tables: ['notification_preferences', 'notification_queue', 'notification_state', 'notifications'],
  routes: [notificationRoutes],
  jobs: notificationJobs,
  traces: [rowsTrace('notifications', { table: 'notifications', at: 'created_at' })],
};
