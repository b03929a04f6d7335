import type { Write } from './context';
import { extensionPoint } from './extension-point';
import type { Transaction } from './transaction';

interface WriteRights {
  /** 403 where the person only reads in the workspace. */
  enforceIn: (write: Write, workspace: number) => Promise<void>;
}

/** Who may write in which workspace, provided by the module of workspaces. */
export const writeRights = extensionPoint<WriteRights>('database.write_rights');

/** The workspaces in which the person of a transaction may write, as far as they were checked. */
const permitted = new WeakMap<Transaction, Set<number>>();

/**
 * 403 for a row in whose workspace the person only reads (docs/product/workspaces.md#viewers). Each workspace is checked
 * once in a transaction; work without a person, and rows without a workspace, always pass.
 */
export async function enforceWritable(write: Write, row: unknown): Promise<void> {
  const { workspace_id: workspace } = row as { workspace_id?: unknown };
  const { trx, context } = write;
  const { id, role } = context.person;
  if (typeof workspace !== 'number' || id === 0 || role === 'admin') return;
  const checked = permitted.get(trx) ?? new Set();
  if (checked.has(workspace)) return;
  await writeRights.get().enforceIn(write, workspace);
  permitted.set(trx, checked.add(workspace));
}
