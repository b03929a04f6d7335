import { useQuery } from '@tanstack/react-query';
import { api } from '~/kit/ui/data/api';
import type { Confirmation, ConfirmationProof } from '../confirmation.fields';
import type { ConfirmationWay } from '../confirmation.rules';

const path = '/auth/confirm';
const usual: readonly ConfirmationWay[] = ['password'];

/** How the signed-in person can confirm who they are; by the password until more is known. */
export function useConfirmationWays(asked: boolean): readonly ConfirmationWay[] {
  const { data } = useQuery({
    queryKey: ['confirmation'],
    queryFn: () => api.get<Confirmation>(path),
    staleTime: 0,
    enabled: asked,
  });
  return data?.ways ?? usual;
}

export async function confirmIdentity(proof: ConfirmationProof): Promise<void> {
  await api.post(path, proof);
}
