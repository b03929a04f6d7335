import { api } from '~/kit/ui/calls/api';
import { useFresh } from '~/kit/ui/records/useFresh';
import type { Passkey } from '../passkeys.fields';

const path = '/auth/passkeys';

export function usePasskeys() {
  const { data: passkeys = [], state, reload } = useFresh<Passkey[]>(path);
  return {
    passkeys,
    state,
    reload,
    rename: async (id: number, name: string) => {
      await api.put(`${path}/${id}`, { name });
      await reload();
    },
    remove: async (id: number) => {
      await api.delete(`${path}/${id}`);
      await reload();
    },
  };
}
