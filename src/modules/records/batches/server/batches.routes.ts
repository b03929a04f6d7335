import { z } from 'zod';
import { alsoHyphenated } from '~/kit/shared/fields/field-schemas';
import { createLimiter } from '~/kit/server/limiter';
import { type Api, idParams, route } from '~/kit/server/http/route';
import { batchSchema, bulkResponse, bulkBody, undoResponse } from '../batches.fields';
import { changeMany } from './bulk.actions';
import type { NoteFaults } from './skipped-rows.internal';
import { listBatches, undoBatch } from './undo.actions';
import { bulkKinds } from '~/modules/organization/kinds/kinds.rules';

const shared = { tag: 'Bulk changes', access: 'user' } as const;

export function batchRoutes(api: Api): void {
  const turns = createLimiter({
    running: 2,
    waiting: 40,
    each: 4,
    message: 'Too many bulk changes are running. Please try again in a few seconds.',
    eachMessage: 'Your bulk changes are still running. Wait for them to finish.',
    retryAfterSeconds: 5,
  });
  route(api, {
    ...shared,
    method: 'POST',
    url: '/bulk/:list',
    takesKeys: true,
    deadlineSeconds: 300,
    summary: 'Change or delete up to 10,000 records, each under its own rules; can be undone',
    params: z.object({
      list: alsoHyphenated(
        bulkKinds,
        z.enum(bulkKinds, { error: `The list is one of ${bulkKinds.join(', ')}` }),
      ),
    }),
    body: bulkBody,
    response: bulkResponse,
    errors: ['custom.unknown_field'],
    idempotent: true,
    handle: ({ context, params, body, request: { log } }) =>
      turns.run(() => changeMany(context, params.list, body, noteIn(log)), {
        who: context.person.id,
      }),
  });
  route(api, {
    ...shared,
    method: 'GET',
    url: '/batches',
    summary: 'List your bulk changes, imports and merges of the last 30 days, newest first',
    response: z.array(batchSchema),
    handle: ({ context }) => listBatches(context),
  });
  route(api, {
    ...shared,
    method: 'POST',
    url: '/batches/:id/undo',
    deadlineSeconds: 600,
    summary: 'Undo one of them; rows that newer records use are skipped',
    params: idParams,
    response: undoResponse,
    idempotent: true,
    handle: ({ context, params, request: { log } }) =>
      turns.run(() => undoBatch(context, params.id, noteIn(log)), { who: context.person.id }),
  });
}

function noteIn(log: { error: (detail: unknown, line: string) => void }): NoteFaults {
  return (list, faults) => {
    for (const { id, error } of faults)
      log.error({ err: error, list, record: id }, 'record left out');
  };
}
