import { anonymous } from '~/kit/server/database/context';
import type { Transaction } from '~/kit/server/database/transaction';
import { hasRows } from '~/kit/server/database/entity';
import { insertRecord } from '~/kit/server/database/write';
import { findByAddress } from '~/modules/organization/users/server/users.service';
import type { MemberRole } from '../workspaces.fields';
import { members, workspaces } from './workspaces.queries';

type Sample = readonly [name: string, members: Readonly<Record<string, MemberRole>>];

// The people are those of users.demo.ts.
const samples: readonly Sample[] = [
  [
    'Pune Plant',
    {
      'meera.kulkarni@sales.example': 'owner',
      'imran.khan@support.example': 'manager',
      'ravi.iyer@sales.example': 'member',
      'lakshmi.reddy@finance.example': 'viewer',
    },
  ],
  [
    'Export Sales',
    {
      'ravi.iyer@sales.example': 'owner',
      'meera.kulkarni@sales.example': 'member',
      'imran.khan@support.example': 'viewer',
    },
  ],
];

/** Two sample teams of the sample colleagues; skipped where those do not exist. Returns how many. */
export async function fillDemoWorkspaces(trx: Transaction, now: Date): Promise<number> {
  if (await hasRows(trx, workspaces.name)) return 0;
  const context = { person: anonymous, now: new Date(now.getTime() - 560 * 86_400_000) };
  const write = { trx, context };
  let count = 0;
  for (const [name, roles] of samples) {
    const team: { user_id: number; role: MemberRole }[] = [];
    for (const [address, role] of Object.entries(roles)) {
      const user = await findByAddress(trx, address);
      if (user) team.push({ user_id: user.id, role });
    }
    if (!team.some(({ role }) => role === 'owner')) continue;
    const { id } = await insertRecord(write, workspaces, { name });
    for (const values of team) await insertRecord(write, members, { workspace_id: id, ...values });
    count += 1;
  }
  return count;
}
