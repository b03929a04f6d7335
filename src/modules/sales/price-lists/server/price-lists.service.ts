import type { Context, Person, Write } from '~/kit/server/database/context';
import type { Db } from '~/kit/server/database/db';
import { AppError } from '~/kit/server/errors';
import type { Day } from '~/kit/shared/time/days';
import { companyDay } from '~/modules/organization/company/server/settings.service';
import {
  type Excess,
  excessesOf,
  excessesText,
  excessText,
  type JudgedLine,
  type PricingList,
} from '../price-lists.rules';
import { findRole, selectPricing } from './price-lists.queries';

/** A document as its discounts are judged. */
export interface Judged {
  customer_id: number;
  date: Day;
  lines: readonly JudgedLine[];
}

/** The role whose limits hold for a person; null for administrators, people without a role and background work. */
export async function limitedRole(db: Db, { id, rights, apiKey }: Person): Promise<number | null> {
  if (apiKey) return apiKey.role;
  return rights === null ? null : findRole(db, id);
}

/** The lines that are further below their list than people of a role may give, role by role. */
export async function discountJudge(
  { db, now }: Pick<Context, 'db' | 'now'>,
  { customer_id, date, lines }: Judged,
): Promise<(role: number | null) => Excess[]> {
  const productIds = [...new Set(lines.flatMap(({ product_id }) => product_id ?? []))];
  const days = [...new Set([date, await companyDay({ db, now })])];
  const lists: PricingList[] =
    productIds.length === 0 ? [] : await selectPricing(db, { customer_id, days, productIds });
  return (role_id) => excessesOf(lines, { role_id, lists, customer_id, days });
}

/**
 * 409 where a line is further below its price list than the person may give, and than the `former` lines are; `verb` is what
 * another user may do: "confirm the order" (docs/product/price-lists.md#discount-limits).
 */
export async function enforceDiscounts(
  { trx, context }: Write,
  judged: Judged,
  verb: string,
  former: readonly JudgedLine[] = [],
): Promise<void> {
  const role = await limitedRole(trx, context.person);
  if (role === null) return;
  const excessesIn = async (lines: readonly JudgedLine[]) =>
    (await discountJudge({ db: trx, now: context.now }, { ...judged, lines }))(role);
  const agreed = await excessesIn(former);
  const excesses = (await excessesIn(judged.lines)).filter(
    ({ index, given }) => given > (agreed.find((each) => each.index === index)?.given ?? 0),
  );
  if (excesses.length === 0) return;
  throw new AppError('price_list.limit_exceeded', excessesText(excesses, verb), {
    details: excesses.map((excess) => ({
      field: `items.${excess.index}.unit_price`,
      message: excessText(excess),
    })),
  });
}
