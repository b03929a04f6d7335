import type { Module } from '~/kit/server/http/module';
import { notificationJobs } from './notifications.jobs';
import { notificationRoutes } from './notifications.routes';
import { notificationTraces } from './notifications.retention';

export const notificationsModule: Module = {
  name: 'notifications',
  tables: ['notification_preferences', 'notification_queue', 'notification_state', 'notifications'],
  routes: [notificationRoutes],
  jobs: notificationJobs,
  traces: notificationTraces,
};
