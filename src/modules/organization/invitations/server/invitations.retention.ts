import { sql } from 'kysely';
import { rowsTrace, type Trace } from '~/kit/server/retention/traces';

export const invitationTraces: readonly Trace[] = [
  rowsTrace('invitations', {
    table: 'invitations',
    at: 'updated_at',
    only: sql<boolean>`status <> 'pending'`,
  }),
  // Of invitations that are gone: a link says for so long why it opens nothing.
  rowsTrace('invitations', {
    table: 'invitation_tokens',
    at: 'created_at',
    only: sql<boolean>`invitation_id is null`,
  }),
];
