import type { Context } from '~/kit/server/database/context';
import type { FileResponse } from '~/kit/server/http/file-route';
import type { Day } from '~/kit/shared/time/days';
import { readVendorStatement, vendorStatementFile } from './payables.actions';
import type { VendorAccount } from './vendor-accounts.queries';

export { findVendorAccount, readableVendors } from './vendor-accounts.queries';

/** The statement of a vendor as a file, by default of the financial year up to today, with its days. */
export async function makeVendorStatement(
  context: Pick<Context, 'db' | 'now'>,
  account: VendorAccount,
  {
    format,
    ...days
  }: Partial<Record<'from' | 'to', Day | null | undefined>> & { format: 'pdf' | 'xlsx' },
): Promise<{ from: Day; to: Day; file: FileResponse }> {
  const period = { from: days.from ?? null, to: days.to ?? null };
  const statement = await readVendorStatement(context, account, period);
  const { from, to } = statement;
  return { from, to, file: await vendorStatementFile(context, statement, format) };
}
