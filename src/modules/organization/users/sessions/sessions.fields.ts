import { z } from 'zod';
import { rowSchema } from '~/kit/shared/fields/record-schemas';
import { rightsSchema } from '../rights.fields';
import { sessionTimeouts, userFields } from '../users.fields';

/** Describes the signed-in user, as every call about the session answers it (docs/product/users.md#calls). */
export const signedInSchema = z.object({
  user: rowSchema(userFields).and(
    z.object({
      current_workspace: z.int().nullable().describe('Null for the whole company'),
      workspace_role: z.enum(['owner', 'manager', 'member', 'viewer']).nullable(),
      rights: rightsSchema.describe('The rights of the role'),
      workspaces: z.array(z.int()).describe('The workspaces that the person belongs to'),
      workspace_isolation: z.boolean().describe('The setting of that name'),
      session_timeout_minutes: z.literal(sessionTimeouts).nullable().describe('Null for never'),
      must_change_password: z.boolean().describe('Only the calls that change it are open'),
      must_set_up_factor: z.boolean().describe('Only the calls that set one up are open'),
      installation: z.uuid().describe('Identifies the database behind this address'),
      photo_changed_at: z.iso.datetime().nullable().describe('Null without a photo'),
    }),
  ),
});

export type SessionUser = z.infer<typeof signedInSchema>['user'];
export type ChosenWorkspace = Pick<
  SessionUser,
  'current_workspace' | 'workspace_role' | 'workspaces' | 'workspace_isolation'
>;

/** What the account page reads besides the user's fields; each photo has another `photo_changed_at`. */
export type AccountState = Pick<SessionUser, 'session_timeout_minutes' | 'photo_changed_at'>;

export const ownSessionSchema = z.object({
  id: z.int(),
  device: z.string(),
  created_at: z.iso.datetime(),
  last_seen_at: z.iso.datetime(),
  current: z.boolean(),
});

export type OwnSession = z.infer<typeof ownSessionSchema>;

export const userSessionSchema = ownSessionSchema.extend({
  address: z.string().nullable().describe('The address where it was last used'),
});

export type UserSession = z.infer<typeof userSessionSchema>;
