import type { Module } from '~/kit/server/http/module';
import { fillDemoSteps } from './next-steps.demo';
import { nextStepRoutes } from './next-steps.routes';
import { provideNextSteps } from './extensions.queries';
import { remind } from './reminders.internal';

export const nextStepsModule: Module = {
  name: 'next-steps',
  tables: ['next_steps'],
  routes: [nextStepRoutes],
  jobs: [{ name: 'next-steps.reminders', everySeconds: 60, run: remind }],
  extend: provideNextSteps,
  samples: [{ what: 'next steps', isRecord: false, fill: fillDemoSteps }],
};
