import type { Context } from '~/kit/server/database/context';
import type { FileResponse } from '~/kit/server/http/file-route';
import type { Day } from '~/kit/shared/time/days';
import type { AccountOwner } from './receivables.queries';
import { fileOf, readStatement } from './statements.actions';

export { findAccountOwner, readableAccounts } from './receivables.queries';

/** The statement of an account as a file, by default of the financial year up to today, with its days. */
export async function makeStatement(
  context: Pick<Context, 'db' | 'now'>,
  owner: AccountOwner,
  {
    format,
    ...days
  }: Partial<Record<'from' | 'to', Day | null | undefined>> & { format: 'pdf' | 'xlsx' },
): Promise<{ from: Day; to: Day; file: FileResponse }> {
  const period = { from: days.from ?? null, to: days.to ?? null };
  const statement = await readStatement(context, owner, period);
  const { from, to } = statement;
  return { from, to, file: await fileOf(context, statement, format) };
}
