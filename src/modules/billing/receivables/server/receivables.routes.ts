import { z } from 'zod';
import { fileRoute } from '~/kit/server/http/file-route';
import { type Api, idParams, route } from '~/kit/server/http/route';
import {
  receivablesQuery,
  receivablesSchema,
  reminderSchema,
  sendStatementSchema,
  sentMailSchema,
  statementQuery,
  statementSchema,
} from '../receivables.fields';
import { getAccountOwner } from './receivables.queries';
import { readReceivables } from './receivables.actions';
import { listReminders } from './reminders.queries';
import { sendReminder } from './reminders.actions';
import { fileOf, readStatement, sendStatement } from './statements.actions';

const shared = { tag: 'Receivables', access: 'receipts.read' } as const;
/** Mailing a customer counts as changing receipts (docs/product/receivables.md). */
const sending = { ...shared, access: 'receipts.update' } as const;

export function receivableRoutes(api: Api): void {
  route(api, {
    ...shared,
    method: 'GET',
    url: '/receivables',
    summary: 'List the balances of customers at the end of a day, by age',
    query: receivablesQuery,
    response: receivablesSchema,
    handle: ({ context, query }) => readReceivables(context, query.as_of ?? null),
  });
  statementRoutes(api);
  route(api, {
    ...shared,
    method: 'GET',
    url: '/customers/:id/reminders',
    summary: 'List the payment reminders of a customer, newest first',
    params: idParams,
    response: z.array(reminderSchema),
    handle: async ({ context: { db, person }, params: { id } }) => {
      await getAccountOwner(db, id, person);
      return listReminders(db, id);
    },
  });
  route(api, {
    ...sending,
    method: 'POST',
    url: '/customers/:id/reminders',
    summary: 'Email a customer a reminder of all that is due, with its statement',
    params: idParams,
    response: reminderSchema,
    idempotent: true,
    handle: ({ context, params }) => sendReminder(context, params.id, api),
  });
}

function statementRoutes(api: Api): void {
  fileRoute(api, {
    ...shared,
    url: '/customers/:id/statement',
    summary: 'Get the statement of a customer, also as a PDF, CSV or Excel file',
    params: idParams,
    query: statementQuery,
    response: statementSchema,
    loggedAs: 'statement',
    handle: async ({ context, params, query: { from, to, format } }) => {
      const { db, person } = context;
      const owner = await getAccountOwner(db, params.id, person);
      const period = { from: from ?? null, to: to ?? null };
      const statement = await readStatement(context, owner, period);
      if (format) return fileOf(context, statement, format);
      const type = 'application/json; charset=utf-8';
      return { name: null, type, content: JSON.stringify({ success: true, data: statement }) };
    },
  });
  route(api, {
    ...sending,
    method: 'POST',
    url: '/customers/:id/statement/send',
    summary: 'Email a customer its statement as PDF',
    params: idParams,
    body: sendStatementSchema,
    response: sentMailSchema,
    idempotent: true,
    handle: ({ context, params, body }) =>
      sendStatement(context, params.id, {
        period: { from: body?.from ?? null, to: body?.to ?? null },
        delivery: api,
      }),
  });
}
