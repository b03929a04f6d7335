import type { Job } from '~/kit/server/jobs/jobs';
import { remind } from './reminders.steps';

export const nextStepJobs: readonly Job[] = [
  { name: 'next-steps.reminders', everySeconds: 60, run: remind },
];
