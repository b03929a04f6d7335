import type { Module } from '~/kit/server/http/module';
import { hangingTraces } from './hanging.retention';

export const recordsModule: Module = {
  name: 'records',
  tables: ['deleted_records'],
  traces: hangingTraces,
};
