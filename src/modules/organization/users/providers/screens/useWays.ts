import { useQuery } from '@tanstack/react-query';
import { api } from '~/kit/ui/data/api';
import type { Ways } from '../providers.fields';

/** The time until a provider that did not answer is checked again. */
const againMs = 20_000;

/** The ways to sign in besides a password; undefined until the server has asked the provider whether it is there. */
export function useWays(refused = ''): Ways | undefined {
  const path = `/auth/ways?refused=${encodeURIComponent(refused)}`;
  const query = useQuery({
    queryKey: [path],
    queryFn: () => api.get<Ways>(path),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.single_sign_on?.sentence ? againMs : false),
  });
  return query.data;
}
