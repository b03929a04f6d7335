import { sql } from 'kysely';
import { type Db, instantText } from '~/kit/server/database/db';
import type { Transaction } from '~/kit/server/database/transaction';

interface LastRun {
  kind: string;
  cleaned_at: string;
  removed: number;
}

export async function listChosenDays(db: Db): Promise<Map<string, number | null>> {
  const found = await sql<{ kind: string; days: number | null }>`
    select kind, days from retention_days`.execute(db);
  return new Map(found.rows.map(({ kind, days }) => [kind, days]));
}

export async function saveDays(trx: Transaction, kind: string, days: number | null): Promise<void> {
  await sql`insert into retention_days (kind, days) values (${kind}, ${days})
    on conflict (kind) do update set days = excluded.days`.execute(trx);
}

export async function listLastRuns(db: Db): Promise<Map<string, LastRun>> {
  const found = await sql<LastRun>`select kind, ${instantText(sql.ref('ran_at'))} as cleaned_at,
    removed::float8 as removed from retention_runs`.execute(db);
  return new Map(found.rows.map((run) => [run.kind, run]));
}

export async function noteRun(
  trx: Transaction,
  { kind, now, removed }: { kind: string; now: Date; removed: number },
): Promise<void> {
  await sql`insert into retention_runs (kind, ran_at, removed) values (${kind}, ${now}, ${removed})
    on conflict (kind) do update set ran_at = excluded.ran_at, removed = excluded.removed`.execute(
    trx,
  );
}
