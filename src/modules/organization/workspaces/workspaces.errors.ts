import type { ErrorTable } from '~/kit/shared/error-codes';

declare module '~/kit/shared/error-codes' {
  interface ErrorTables {
    workspaces: typeof workspaceErrors;
  }
}

export const workspaceErrors = {
  'workspace.not_member': [403, 'The signed-in user is not a member of the workspace'],
  'workspace.owner_required': [403, 'Only an owner of the workspace may make the call'],
  'workspace.manager_required': [
    403,
    'Only an owner or a manager of the workspace may make the call',
  ],
  'workspace.choice_needed': [409, 'A new record needs a workspace, and none is chosen'],
  'workspace.last_owner': [409, 'A workspace needs at least one owner'],
  'workspace.already_member': [409, 'The user is already a member'],
  'workspace.name_taken': [409, 'Another workspace has this name'],
} as const satisfies ErrorTable;
