import type { Job } from '~/kit/server/jobs/jobs';
import { announce } from '~/kit/server/database/announce';
import type { Db } from '~/kit/server/database/db';
import { inTransaction, systemAt } from '~/kit/server/database/transaction';
import {
  type Conversion,
  endConversion,
  listConversions,
  listGoing,
  lockFields,
  removeField,
  removeSomeValues,
  storeConversion,
  writeSomeAsTexts,
} from './custom-fields.queries';

export const valuesJob = 'custom-fields.values';

/** Changes and removes values of many records, a few at a time, so that no one who writes them waits long. */
export const customFieldJobs: readonly Job[] = [
  {
    name: valuesJob,
    everySeconds: 3600,
    run: async ({ db }, now, signal) => {
      for (const conversion of await listConversions(db))
        await convert(db, conversion, now, signal);
      for (const field of await listGoing(db)) {
        let isMore = true;
        while (isMore && !signal?.aborted)
          isMore = await inTransaction(db, (trx) => removeSomeValues(trx, field));
        if (!isMore) await inTransaction(db, (trx) => removeField(trx, field.id));
      }
    },
  },
];

async function convert(
  db: Db,
  { former, done_to: start }: Conversion,
  now: Date,
  signal?: AbortSignal,
): Promise<void> {
  let last: number | null = start;
  while (last !== null && !signal?.aborted) {
    const after: number = last;
    last = await inTransaction(db, async (trx) => {
      const done_to = await writeSomeAsTexts(trx, former, after);
      if (done_to !== null) await storeConversion(trx, { former, done_to });
      return done_to;
    });
  }
  if (last !== null) return;
  await inTransaction(
    db,
    async (trx) => {
      await lockFields(trx, former.kind);
      await endConversion(trx, former, now);
      // Its values appear in every row that has them.
      announce(trx, { entity: former.kind, id: null });
    },
    systemAt(now),
  );
}
