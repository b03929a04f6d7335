import { useMemo } from 'react';
import type { PatchOf } from '~/kit/shared/fields/fields';
import { api } from '~/kit/ui/calls/api';
import { type List, useList } from '~/kit/ui/records/list-store';
import type { Invitation, invitationFields } from '../invitations.fields';

export function useInvitations() {
  const list = useList<Invitation>({ entity: 'invitations', path: '/users/invitations' });
  return useMemo(() => ({ ...list, ...actions(list) }), [list]);
}

export type Invitations = ReturnType<typeof useInvitations>;

function actions(list: List<Invitation>) {
  return {
    resend: async (id: number) =>
      list.put(await api.post<Invitation>(`/users/invitations/${id}/resend`)),
    revoke: async (id: number) => {
      await api.delete(`/users/invitations/${id}`);
      list.remove(id);
    },
  };
}

export async function sendInvitation(
  values: PatchOf<typeof invitationFields>,
): Promise<Invitation> {
  return api.post<Invitation>('/users/invite', values);
}
