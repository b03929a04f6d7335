import type { Module } from '~/kit/server/http/module';
import { myDayRoutes } from './my-day.routes';

export const myDayModule: Module = {
  name: 'my-day',
  routes: [myDayRoutes],
};
