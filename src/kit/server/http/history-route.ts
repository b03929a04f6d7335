import { sql } from 'kysely';
import { z } from 'zod';
import { type Historical, readAsOf, readHistory } from '~/kit/server/audit/history';
import type { Context } from '~/kit/server/database/context';
import { historyItemSchema } from '~/kit/shared/history';
import type { Access } from './route-access';
import { type Api, idParams, route } from './route';

interface HistoryQuery extends Historical {
  /** The name of the entity in the address, where that is not its own: `vendor-payments`. */
  path?: string;
  access: Access;
  tag: string;
  /** Reads the record as its own call does: who may read the record may read its history. */
  read: (context: Pick<Context, 'db' | 'person' | 'now'>, id: number) => Promise<{ id: number }>;
}

const query = z.object({
  at: z.iso
    .datetime({ offset: true, error: 'at must be a moment such as 2026-11-22T18:30:00Z' })
    .optional(),
});

const pastRecord = z
  .record(z.string(), z.unknown())
  .describe(
    'With `at`: the earlier version of the record, its own fields and `names` of its links',
  );

/** Declares `GET /history/{entity}/{id}?at=` (docs/product/log.md#history-of-a-record). */
export function historyRoute(api: Api, { access, tag, read, path, ...kind }: HistoryQuery): void {
  route(api, {
    method: 'GET',
    url: `/history/${path ?? kind.entity.name}/:id`,
    access,
    tag,
    summary: `List the changes of a ${kind.entity.noun.toLowerCase()}, newest first, or get an earlier version of it`,
    params: idParams,
    query,
    response: z.union([z.array(historyItemSchema), pastRecord]),
    handle: ({ context, params, query: { at } }) =>
      context.transaction(async (trx) => {
        // The record and its log as of one moment.
        await sql`set transaction isolation level repeatable read, read only`.execute(trx);
        const record = await read({ ...context, db: trx }, params.id);
        const { person } = context;
        if (at === undefined) return readHistory(trx, kind, { person, record });
        return readAsOf(trx, kind, { person, record: { ...record }, at: new Date(at) });
      }),
  });
}
