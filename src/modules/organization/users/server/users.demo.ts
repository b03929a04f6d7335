import { anonymous } from '~/kit/server/database/context';
import type { Transaction } from '~/kit/server/database/transaction';
import { insertRecord } from '~/kit/server/database/write';
import type { User } from '../users.fields';
import { nobodysHash } from './hashes.service';
import { hasMoreUsers, users } from './users.queries';

type Sample = [
  first: string,
  last: string,
  team: string,
  position: string,
  more?: { role?: User['role']; is_active?: boolean; lastLoginDaysAgo?: number },
];

const samples: readonly Sample[] = [
  ['Meera', 'Kulkarni', 'sales', 'Regional Sales Manager', { lastLoginDaysAgo: 0.2 }],
  ['Ravi', 'Iyer', 'sales', 'Sales Engineer', { lastLoginDaysAgo: 3 }],
  ['Imran', 'Khan', 'support', 'Service Coordinator', { lastLoginDaysAgo: 19 }],
  ['Lakshmi', 'Reddy', 'finance', 'Accountant', { lastLoginDaysAgo: 48 }],
  ['Gurpreet', 'Singh', 'ops', 'Plant Manager', { role: 'admin', is_active: false }],
  ['Ananya', 'Banerjee', 'support', 'Trainee', { is_active: false, lastLoginDaysAgo: 95 }],
];

const msPerDay = 86_400_000;

/** Sample colleagues with unknown passwords; skipped where real users exist. Returns how many. */
export async function fillDemoUsers(trx: Transaction, now: Date): Promise<number> {
  if (await hasMoreUsers(trx)) return 0;
  for (const [index, sample] of samples.entries()) {
    const created = new Date(now.getTime() - (samples.length - index) * 100 * msPerDay);
    const context = { person: anonymous, now: created };
    await insertRecord({ trx, context }, users, demoUser(sample, now));
  }
  return samples.length;
}

function demoUser([first_name, last_name, team, position, more = {}]: Sample, now: Date) {
  const { role = 'user', is_active = true, lastLoginDaysAgo } = more;
  const username = `${first_name}.${last_name}`.toLowerCase();
  return {
    username,
    email: `${username}@${team}.example`,
    first_name,
    last_name,
    role,
    is_active,
    position,
    department: team === 'ops' ? 'Operations' : team.charAt(0).toUpperCase() + team.slice(1),
    bio: '(Invented sample person.) No one has the password of this account.',
    password_hash: nobodysHash,
    last_login:
      lastLoginDaysAgo === undefined ? null : new Date(now.getTime() - lastLoginDaysAgo * msPerDay),
  };
}
