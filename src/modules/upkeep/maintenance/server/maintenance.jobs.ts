import type { Job } from '~/kit/server/jobs/jobs';
import { cleanUp } from './retention.actions';
import { type Maintained, runWaiting } from './runs.internal';

export type { Maintained } from './runs.internal';

export const maintenanceJob = 'maintenance';

export function maintenanceJobs(maintained: Maintained): readonly Job[] {
  const { traces } = maintained;
  return [
    {
      name: maintenanceJob,
      everySeconds: 60,
      run: (database, now, signal) => runWaiting({ ...maintained, database, now, signal }),
    },
    {
      name: 'retention',
      everySeconds: 600,
      run: (database, now, signal) => cleanUp({ database, traces, now, signal }),
    },
  ];
}
