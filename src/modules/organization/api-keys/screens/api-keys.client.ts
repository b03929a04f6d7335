import { useMemo } from 'react';
import { api } from '~/kit/ui/calls/api';
import { useRecords } from '~/kit/ui/records/useRecords';
import type { ApiKey } from '../api-keys.fields';

/** The API keys and the calls that change them; a new key itself is given to the caller and kept nowhere. */
export function useApiKeys() {
  const list = useRecords<ApiKey, object>({
    entity: 'api_keys',
    path: '/api-keys',
    unscoped: true,
  });
  return useMemo(() => {
    const make = async (path: string, body: object, idempotencyKey = ''): Promise<string> => {
      const { key = '', ...record } = await api.post<ApiKey>(path, body, { idempotencyKey });
      list.put(record);
      return key;
    };
    return {
      ...list,
      create: (body: object, sendKey: string) => make(list.path, body, sendKey),
      rotate: (id: number, body: object, sendKey: string) =>
        make(`${list.path}/${id}/rotate`, body, sendKey),
    };
  }, [list]);
}

export type ApiKeys = ReturnType<typeof useApiKeys>;
