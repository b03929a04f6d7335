import { z } from 'zod';
import { readRecord } from '~/kit/server/database/entity';
import { rowSchema } from '~/kit/shared/fields/record-schemas';
import { billFields } from '~/modules/buying/bills/bills.fields';
import { listOpenBills } from '~/modules/buying/bills/server/bills.service';
import { vendors } from '~/modules/buying/vendors/server/vendors.service';
import { fileRoute } from '~/kit/server/http/file-route';
import { type Api, idParams, route } from '~/kit/server/http/route';
import {
  receivablesQuery,
  sendStatementSchema,
  sentMailSchema,
  statementQuery,
  vendorStatementSchema,
} from '~/modules/billing/receivables/receivables.fields';
import { payablesSchema } from '../payables.fields';
import {
  readPayables,
  readVendorStatement,
  sendVendorStatement,
  vendorStatementFile,
} from './payables.actions';
import { getVendorAccount } from './vendor-accounts.queries';

const shared = { tag: 'Payables', access: 'vendor_payments.read' } as const;

export function payableRoutes(api: Api): void {
  route(api, {
    ...shared,
    access: 'bills.read',
    method: 'GET',
    url: '/vendors/:id/open-bills',
    summary: 'List the booked bills and credits of a vendor with a balance, the longest due first',
    params: idParams,
    response: z.array(rowSchema(billFields)),
    handle: async ({ context: { db, person }, params: { id } }) => {
      await readRecord({ db, person }, vendors, id);
      return listOpenBills(db, id);
    },
  });
  route(api, {
    ...shared,
    method: 'GET',
    url: '/payables',
    summary: 'List the balances of vendors at the end of a day, by age',
    query: receivablesQuery,
    response: payablesSchema,
    handle: ({ context, query }) => readPayables(context, query.as_of ?? null),
  });
  fileRoute(api, {
    ...shared,
    url: '/vendors/:id/statement',
    summary: 'Get the statement of a vendor, also as a PDF, CSV or Excel file',
    params: idParams,
    query: statementQuery,
    response: vendorStatementSchema,
    loggedAs: 'statement',
    handle: async ({ context, params, query: { from, to, format } }) => {
      const account = await getVendorAccount(context.db, params.id, context.person);
      const period = { from: from ?? null, to: to ?? null };
      const statement = await readVendorStatement(context, account, period);
      if (format) return vendorStatementFile(context, statement, format);
      const type = 'application/json; charset=utf-8';
      return { name: null, type, content: JSON.stringify({ success: true, data: statement }) };
    },
  });
  route(api, {
    ...shared,
    // Mailing a vendor counts as changing payments (docs/product/payables.md).
    access: 'vendor_payments.update',
    method: 'POST',
    url: '/vendors/:id/statement/send',
    summary: 'Email a vendor its statement as PDF',
    params: idParams,
    body: sendStatementSchema,
    response: sentMailSchema,
    idempotent: true,
    handle: ({ context, params, body }) =>
      sendVendorStatement(context, params.id, {
        period: { from: body?.from ?? null, to: body?.to ?? null },
        delivery: api,
      }),
  });
}
