import { z } from 'zod';
import type { Database, Db } from '~/kit/server/database/db';
import {
  inTransaction,
  lockName,
  systemAt,
  type Transaction,
} from '~/kit/server/database/transaction';
import { hasRows } from '~/kit/server/database/entity';
import { AppError } from '~/kit/server/errors';
import { announce } from '~/kit/server/database/announce';
import { samplesInOrder } from '~/kit/server/http/module';
import { type Api, route } from '~/kit/server/http/route';
import { refused, type Verdict } from '~/kit/shared/verdict';
import {
  prepareForSamples,
  restoreSampleSettings,
} from '~/modules/organization/company/server/sample-settings.service';
import { stayedSchema } from '~/modules/upkeep/maintenance/samples.fields';
import {
  countSamples,
  findLastIds,
  listStayed,
  noteSamples,
  readByIndexes,
  removeSamples,
} from '~/modules/upkeep/maintenance/server/samples.queries';

import { modules } from './modules';

const full = 'The database already holds records, so no sample data was added';

interface DemoOptions {
  /** The company becomes one by GST, where it is none yet. */
  byGst: boolean;
  /** Called with how much is added, 0 to 1. */
  onProgress?: (share: number) => void;
}

type Filled = { ok: true; line: string } | Exclude<Verdict, { ok: true }>;

async function fillEmpty(trx: Transaction, now: Date, options: DemoOptions): Promise<Filled> {
  await lockName(trx, 'demo.fill');
  const verdict = (await isEmpty(trx))
    ? await prepareForSamples(trx, options)
    : refused('demo.not_empty', full);
  if (!verdict.ok) return verdict;
  const before = await findLastIds(trx);
  const created: string[] = [];
  const samples = samplesInOrder(modules);
  await readByIndexes(trx, async () => {
    for (const [at, { what, fill }] of samples.entries()) {
      options.onProgress?.(at / samples.length);
      const count = await fill(trx, now);
      if (count > 0) created.push(`${count} ${what}`);
    }
  });
  await noteSamples(trx, before);
  return { ok: true, line: `Sample data (invented): ${created.join(', ')}.` };
}

async function isEmpty(db: Db): Promise<boolean> {
  for (const { what, isRecord } of samplesInOrder(modules)) {
    if (isRecord && (await hasRows(db, what.replaceAll(' ', '_')))) return false;
  }
  return true;
}

const asItIs: DemoOptions = { byGst: false };

/** Fills an empty database for `--demo` (docs/product/running.md#sample-data); gives the line for the console. */
export async function fillDemo(database: Database, now: Date, options = asItIs): Promise<string> {
  const fill = (trx: Transaction) => fillEmpty(trx, now, options);
  const filled = await inTransaction(database.db, fill, systemAt(now));
  return filled.ok ? filled.line : `Sample data: ${filled.message}`;
}

/** Documents by GST that stay need the settings that they were made with. */
async function hasDocuments(trx: Transaction): Promise<boolean> {
  for (const table of ['orders', 'invoices', 'advances']) {
    if (await hasRows(trx, table)) return true;
  }
  return false;
}

// Thousands of records by the steps of their modules: on a busy machine more than a minute.
const deadlineSeconds = 600;

export function demoRoutes(api: Api): void {
  route(api, {
    method: 'GET',
    url: '/demo',
    access: 'admin',
    summary: 'Get whether sample data can be added, and the number of sample records',
    tag: 'Server',
    response: z.object({ empty: z.boolean(), samples: z.int() }),
    handle: async ({ context }) => ({
      empty: await isEmpty(context.db),
      samples: await countSamples(context.db),
    }),
  });
  route(api, {
    method: 'POST',
    url: '/demo',
    deadlineSeconds,
    access: 'admin',
    summary:
      'Add sample data to an empty database; with `tax_mode`, of a company in that mode, which the company then uses',
    tag: 'Server',
    query: z.object({ tax_mode: z.literal('gst').optional() }),
    response: z.object({ message: z.string() }),
    handle: ({ context, query: { tax_mode } }) =>
      context.transaction(async (trx) => {
        const filled = await fillEmpty(trx, context.now, { byGst: tax_mode === 'gst' });
        if (!filled.ok) throw new AppError(filled.code, filled.message);
        announce(trx, { entity: '*', id: null });
        return { message: filled.line };
      }),
  });
  route(api, {
    method: 'DELETE',
    url: '/demo',
    deadlineSeconds,
    access: 'admin',
    summary: 'Remove the sample data; samples that own records use stay and are listed',
    tag: 'Server',
    response: z.object({ removed: z.int(), left: z.array(stayedSchema) }),
    handle: ({ context }) =>
      context.transaction(async (trx) => {
        await lockName(trx, 'demo.fill');
        const removed = await removeSamples(trx);
        if (!(await hasDocuments(trx))) await restoreSampleSettings(trx);
        announce(trx, { entity: '*', id: null });
        return { removed, left: await listStayed(trx) };
      }),
  });
}
