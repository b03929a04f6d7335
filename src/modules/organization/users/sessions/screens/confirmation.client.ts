import { useQuery } from '@tanstack/react-query';
import { api } from '~/kit/ui/calls/api';
import type { Confirmation, ConfirmationProof } from '../confirmation.fields';
import type { ConfirmationWay } from '../confirmation.rules';

const path = '/auth/confirm';
const usual: readonly ConfirmationWay[] = ['password'];

/** How the signed-in person can confirm who they are; by the password until more is known. */
export function useConfirmationWays(isEnabled: boolean): readonly ConfirmationWay[] {
  const { data } = useQuery({
    queryKey: ['confirmation'],
    queryFn: () => api.get<Confirmation>(path),
    staleTime: 0,
    enabled: isEnabled,
  });
  return data?.ways ?? usual;
}

/** Leaves for the provider, which sends the browser back to this page. */
export async function confirmAtProvider(): Promise<void> {
  const { pathname, search, hash } = window.location;
  const body = { to: pathname + search + hash };
  const { address } = await api.post<{ address: string }>('/auth/confirm/provider', body);
  window.location.assign(address);
}

export async function confirmIdentity(proof: ConfirmationProof): Promise<void> {
  await api.post(path, proof);
}
