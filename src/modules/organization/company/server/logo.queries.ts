import { sql } from 'kysely';
import { type Db, instantText } from '~/kit/server/database/db';
import type { Transaction } from '~/kit/server/database/transaction';

export type LogoType = 'image/png' | 'image/jpeg';

export interface StoredLogo {
  bytes: Buffer;
  type: LogoType;
  changed_at: string;
}

/** The company's logo as it is printed, a PNG or JPEG (docs/product/billing.md#logo); null where there is none. */
export async function findLogo(db: Db): Promise<StoredLogo | null> {
  const found = await sql<StoredLogo>`select content as bytes, type,
      ${instantText(sql.ref('changed_at'))} as changed_at
    from company_logo`.execute(db);
  return found.rows[0] ?? null;
}

/** Stores the logo, replacing the previous one; two changes within a millisecond get different timestamps. */
export async function putLogo(
  trx: Transaction,
  { bytes, type, now }: { bytes: Buffer; type: LogoType; now: Date },
): Promise<void> {
  await sql`insert into company_logo as l (id, type, content, changed_at)
    values (1, ${type}, ${bytes}, ${now})
    on conflict (id) do update set type = excluded.type, content = excluded.content,
      changed_at = greatest(excluded.changed_at, l.changed_at + interval '1 millisecond')`.execute(
    trx,
  );
}

/** False when there was none. */
export async function deleteLogo(trx: Transaction): Promise<boolean> {
  const deleted = await sql`delete from company_logo returning id`.execute(trx);
  return deleted.rows.length > 0;
}
