import { sql } from 'kysely';
import type { Db } from '~/kit/server/database/db';
import { sumOf } from '~/modules/sales/documents/lines/totals.rules';
import type { TdsYear } from '../tds.rules';
import { tdsAdvances } from './bills.service';

interface YearOf {
  vendor_id: number;
  tds_code: string;
  bill_year: string;
  /** A bill that does not count. */
  except: number | null;
}

/**
 * What the booked bills, the credits and the advances of a vendor's financial year come to under a code. Bills meet advances of
 * earlier years too; what a cancelled one withheld is open again.
 */
export async function readTdsYear(db: Db, of: YearOf): Promise<TdsYear> {
  const { vendor_id, tds_code, bill_year, except } = of;
  const isIn = sql`bill_year = ${bill_year}`;
  const [found, advances] = await Promise.all([
    sql<Omit<TdsYear, 'advanced'> & { earlier: number }>`select
        coalesce(sum(case kind when 'bill' then subtotal else -subtotal end) filter (where ${isIn}), 0) as booked,
        coalesce(sum(tds_base) filter (where ${isIn}), 0) as charged,
        coalesce(sum(tds_met) filter (where ${isIn}), 0) as met,
        coalesce(sum(tds_met) filter (where not ${isIn}), 0) as earlier
      from bills where vendor_id = ${vendor_id} and tds_code = ${tds_code} and bill_year <= ${bill_year}
        and status not in ('draft', 'cancelled') and id is distinct from ${except}::integer`.execute(
      db,
    ),
    tdsAdvances.get().sumBases(db, of),
  ]);
  const { booked = 0, charged = 0, met: stored = 0, earlier = 0 } = found.rows[0] ?? {};
  const withheld = Math.max(0, sumOf([advances, -earlier]));
  const met = Math.min(stored, withheld);
  return { booked, charged, met, advanced: sumOf([withheld, -met]) };
}
