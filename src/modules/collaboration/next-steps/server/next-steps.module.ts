import type { Module } from '~/kit/server/http/module';
import { nextStepErrors } from '../next-steps.errors';
import { fillDemoSteps } from './next-steps.demo';
import { nextStepJobs } from './next-steps.jobs';
import { nextStepRoutes } from './next-steps.routes';
import { provideNextSteps } from './extensions.queries';

export const nextStepsModule: Module = {
  name: 'next-steps',
  tables: ['next_steps'],
  errors: nextStepErrors,
  routes: [nextStepRoutes],
  jobs: nextStepJobs,
  extend: provideNextSteps,
  samples: [{ what: 'next steps', isRecord: false, fill: fillDemoSteps }],
};
