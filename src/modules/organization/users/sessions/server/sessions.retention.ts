import { sql } from 'kysely';
import { rowsTrace, type Trace } from '~/kit/server/retention/traces';

/** What sign-ins leave behind (docs/product/retention.md). */
export const sessionTraces: readonly Trace[] = [
  rowsTrace('sessions', {
    table: 'sessions',
    at: 'ended_at',
    only: sql<boolean>`ended_at is not null`,
  }),
  rowsTrace('sign_in_failures', { table: 'login_failures', at: 'failed_at' }),
  rowsTrace('links', { table: 'session_tokens', at: 'expires_at' }),
  // Used links stay until they expire: they count against the number of mails per hour.
  rowsTrace('links', { table: 'password_resets', at: 'expires_at' }),
  rowsTrace('links', { table: 'email_changes', at: 'expires_at' }),
  rowsTrace('links', { table: 'passkey_challenges', at: 'expires_at' }),
  rowsTrace('devices', { table: 'known_devices', at: 'last_used_at' }),
];
