import { z } from 'zod';
import { type Api, idParams, route } from '~/kit/server/http/route';
import { newSavedReport, newSchedule, savedReportSchema } from '../saved-reports.fields';
import {
  deleteSaved,
  readSaved,
  saveReport,
  scheduleStatement,
  setSchedule,
  stopSchedule,
} from './saved-reports.actions';

// They belong to a person, to whom they are mailed.
const shared = { tag: 'Reports', access: 'user', takesKeys: false } as const;

export function savedReportRoutes(api: Api): void {
  route(api, {
    ...shared,
    method: 'GET',
    url: '/saved-reports',
    summary: 'List the reports on your dashboard and your scheduled statements',
    response: z.array(savedReportSchema),
    handle: ({ context }) => readSaved(context),
  });
  route(api, {
    ...shared,
    method: 'POST',
    url: '/saved-reports',
    access: 'reports.read',
    summary: 'Save a report with its choices to your dashboard',
    body: newSavedReport,
    response: savedReportSchema,
    status: 201,
    idempotent: true,
    handle: ({ context, body }) => saveReport(context, body),
  });
  route(api, {
    ...shared,
    method: 'DELETE',
    url: '/saved-reports/:id',
    summary: 'Remove a report from your dashboard, or a scheduled statement',
    params: idParams,
    response: z.object({ id: z.int() }),
    handle: ({ context, params }) => deleteSaved(context, params.id),
  });
  scheduleRoutes(api);
}

function scheduleRoutes(api: Api): void {
  route(api, {
    ...shared,
    method: 'PUT',
    url: '/saved-reports/:id/schedule',
    access: 'reports.read',
    summary: 'Have a saved report mailed each week or month to users, each with what they may read',
    params: idParams,
    body: newSchedule,
    response: savedReportSchema,
    handle: ({ context, params, body }) => setSchedule(context, params.id, body),
  });
  route(api, {
    ...shared,
    method: 'PUT',
    url: '/customers/:id/statement/schedule',
    access: 'receipts.read',
    summary: 'Have the statement of a customer mailed each week or month to users who may read it',
    params: idParams,
    body: newSchedule,
    response: savedReportSchema,
    handle: ({ context, params: { id }, body }) =>
      scheduleStatement(context, { kind: 'customers', id }, body),
  });
  route(api, {
    ...shared,
    method: 'PUT',
    url: '/vendors/:id/statement/schedule',
    access: 'vendor_payments.read',
    summary: 'Have the statement of a vendor mailed each week or month to users who may read it',
    params: idParams,
    body: newSchedule,
    response: savedReportSchema,
    handle: ({ context, params: { id }, body }) =>
      scheduleStatement(context, { kind: 'vendors', id }, body),
  });
  route(api, {
    ...shared,
    method: 'DELETE',
    url: '/saved-reports/:id/schedule',
    summary: 'Stop mailing a saved report',
    params: idParams,
    response: savedReportSchema,
    handle: ({ context, params }) => stopSchedule(context, params.id),
  });
}
