import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api } from '~/kit/ui/calls/api';
import { SoftText } from '~/kit/ui/theme/SoftText';
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

interface Props {
  way: NonNullable<Ways['single_sign_on']>;
  next: string;
}

/** The way to the company's provider, or why it is closed (docs/product/single-sign-on.md#screen). */
export function SingleSignOn({ way, next }: Props) {
  const message = 'Continue with single sign-on';
  if (way.sentence === null) {
    const address = `/api/auth/oidc/start?to=${encodeURIComponent(next)}`;
    return (
      <Button component="a" href={address} variant="default" size="md">
        {message}
      </Button>
    );
  }
  return (
    <>
      <Button variant="default" size="md" disabled>
        {message}
      </Button>
      <SoftText>{way.sentence}</SoftText>
    </>
  );
}
