import type { Module } from '~/kit/server/http/module';
import { planningRoutes } from './planning.routes';

export const planningModule: Module = { name: 'planning', tables: [], routes: [planningRoutes] };
