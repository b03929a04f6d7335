import { Button } from '@mantine/core';
import { SoftText } from '~/kit/ui/elements/SoftText';
import type { Ways } from '../providers.fields';

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
