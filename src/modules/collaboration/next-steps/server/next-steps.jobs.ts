import type { Job } from '~/kit/server/jobs/jobs';
import { remind } from './reminders.internal';

export const nextStepJobs: readonly Job[] = [
  { name: 'next-steps.reminders', everySeconds: 60, run: remind },
];
