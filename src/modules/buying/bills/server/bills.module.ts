import type { Module } from '~/kit/server/http/module';

export const billsModule: Module = {
  name: 'bills',
  tables: ['bill_charges', 'bill_lines', 'bills'],
};
