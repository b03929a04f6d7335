import type { Module } from '~/kit/server/http/module';
import { reportRoutes } from './reports.routes';

export const reportsModule: Module = { name: 'reports', routes: [reportRoutes] };
