import { rowsTrace, type Trace } from '~/kit/server/retention/traces';

export const notificationTraces: readonly Trace[] = [
  rowsTrace('notifications', { table: 'notifications', at: 'created_at' }),
];
