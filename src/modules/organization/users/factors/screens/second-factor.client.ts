import { api } from '~/kit/ui/calls/api';
import { useFresh } from '~/kit/ui/records/useFresh';
import type { Beginning, RecoveryCodes, SecondFactor } from '../second-factor.fields';

const path = '/auth/second-factor';

export function useSecondFactor() {
  const { data: factor, ...loaded } = useFresh<SecondFactor>(path);
  return { factor, ...loaded };
}

export function beginFactor(password: string): Promise<Beginning> {
  return api.post<Beginning>(path, { password });
}

export async function confirmFactor(code: string): Promise<readonly string[]> {
  return (await api.post<RecoveryCodes>(path, { code })).recovery_codes;
}

export async function turnOffFactor(password: string): Promise<void> {
  await api.delete(path, { password });
}
