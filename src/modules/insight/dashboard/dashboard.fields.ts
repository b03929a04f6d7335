import { z } from 'zod';
import type { DayRange } from '~/kit/shared/filters/day-ranges';

/**
 * The time filter of docs/product/dashboard.md#periods: the week is the last 7 days, the others are calendar periods.
 */
export const periods = [
  { value: 'week', label: 'This Week' },
  { value: 'month', label: 'This Month' },
  { value: 'quarter', label: 'This Quarter' },
  { value: 'year', label: 'This Year' },
] as const satisfies readonly { value: DayRange; label: string }[];

export type Period = (typeof periods)[number]['value'];

const count = z.int().min(0);
const percentage = z.int().min(0);

export const statsSchema = z.object({
  totalCustomers: count.describe('Customers created in the period'),
  totalLeads: count.describe('Leads created in the period'),
  activeLeads: count.describe('Those of them that are active, contacted or qualified'),
  activePercentage: percentage.describe('Active leads in the period’s leads'),
  convertedLeads: count.describe('Leads converted in the period, whenever they were created'),
  conversionPercentage: percentage.describe('In the leads created or converted in the period'),
  outstandingInvoices: count.describe('Issued invoices that have a balance now'),
  outstandingPercentage: percentage.describe('In all issued, not cancelled invoices'),
  totalRevenue: z.number().describe('Completed payments dated in the period, in rupees'),
  revenueGoal: z.number().nullable().describe('The goal of the financial year, in rupees'),
  goalPercentage: percentage.describe('Completed payments of the financial year in its goal'),
  lowStockProducts: count.describe('Products above 0 and at or below their reorder level now'),
  waitingQuotations: count.describe('Quotations that were sent and not decided yet'),
});
export type Stats = z.output<typeof statsSchema>;

export const stageCountSchema = z.object({
  id: z.int(),
  stage_name: z.string(),
  lead_count: count.describe('Leads created in the period that are in the stage now'),
});
export type StageCount = z.output<typeof stageCountSchema>;

export const topCustomerSchema = z.object({
  id: z.int(),
  company_name: z.string(),
  total_revenue: z.number().describe('Completed payments dated in the period, in rupees'),
  payment_count: count,
});
export type TopCustomer = z.output<typeof topCustomerSchema>;
