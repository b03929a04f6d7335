import { setImmediate } from 'node:timers/promises';
import { createLimiter } from '~/kit/server/limiter';
import { fileRoute, limitedFiles, type FileContent } from '~/kit/server/http/file-route';
import { type Api, route } from '~/kit/server/http/route';
import type { Context } from '~/kit/server/database/context';
import {
  filedSchema,
  gstr1Query,
  monthParams,
  monthQuery,
  returnSchema,
} from '../filed-returns.fields';
import { gstr1Csv } from '../gstr1.csv';
import { jsonParts } from '../json-parts.rules';
import { portalFile } from '../portal-file.rules';
import { fileReturn, getGstr1, getReturn, tallyOf, unfileReturn } from './returns.actions';
import { isIncomplete } from '../return-warnings.rules';
import { textStream } from '~/kit/server/downloads/text-stream';

const shared = { tag: 'GST returns' } as const;

export function returnRoutes(api: Api): void {
  const limiter = createLimiter({
    running: 2,
    waiting: 20,
    each: 3,
    message: 'Too many GST returns are being created. Please try again in a minute.',
    eachMessage: 'Three of your GST returns are being created. Wait for one to finish.',
    retryAfterSeconds: 15,
  });
  const makeFile = limitedFiles(api, limiter);
  fileRoute(api, {
    ...shared,
    access: 'invoices.export',
    url: '/tax/gstr1',
    loggedAs: 'gstr1',
    summary: "A month's GSTR-1: its tables, the portal's file (`json`) or a CSV file (`csv`)",
    query: gstr1Query,
    response: returnSchema,
    handle: ({ context, query, client }) => makeFile(client, () => gstr1Response(context, query)),
  });
  fileRoute(api, {
    ...shared,
    access: 'invoices.export',
    url: '/tax/tally',
    loggedAs: 'tally.xml',
    summary: "A month's vouchers, parties and items as XML for Tally",
    query: monthQuery,
    handle: ({ context, query: { month }, client }) =>
      makeFile(client, async () => ({
        name: `tally-${month}.xml`,
        type: 'application/xml',
        content: textStream(await tallyOf(context, month)),
      })),
  });
  filingRoutes(api);
}

async function gstr1Response(
  context: Pick<Context, 'db' | 'person'>,
  { month, format }: { month: string; format?: 'json' | 'csv' | undefined },
): Promise<FileContent> {
  const json = 'application/json; charset=utf-8';
  if (format === undefined) {
    const data = await getReturn(context, month);
    return { name: null, type: json, content: textStream(jsonParts({ success: true, data })) };
  }
  const gstr1 = await getGstr1(context, month);
  // Working out a long month and grouping it are two turns of the event loop.
  await setImmediate();
  const part = isIncomplete(gstr1.warnings) ? '-incomplete' : '';
  const name = `gstr1-${month}${part}.${format}`;
  return format === 'json'
    ? { name, type: json, content: textStream(jsonParts(portalFile(gstr1))) }
    : { name, type: 'text/csv; charset=utf-8', content: textStream(gstr1Csv(gstr1)) };
}

function filingRoutes(api: Api): void {
  const call = {
    ...shared,
    access: ['invoices.export', 'invoices.issue'],
    url: '/tax/gstr1/:month/filed',
    params: monthParams,
    response: filedSchema,
  } as const;
  route(api, {
    ...call,
    method: 'PUT',
    summary: 'Mark the GSTR-1 of a month as filed, with a copy of its documents',
    handle: ({ context, params }) => fileReturn(context, params.month),
  });
  route(api, {
    ...call,
    method: 'DELETE',
    summary: 'Mark the GSTR-1 of a month as not filed',
    handle: ({ context, params }) => unfileReturn(context, params.month),
  });
}
