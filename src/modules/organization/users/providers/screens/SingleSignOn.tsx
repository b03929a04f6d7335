import { Button } from '@mantine/core';
import { SoftText } from '~/kit/ui/elements/SoftText';
import type { Ways } from '../providers.fields';

interface Props {
  way: NonNullable<Ways['single_sign_on']>;
  next: string;
}

/** The way to the company's provider, or why it is closed (docs/product/single-sign-on.md#screen). */
export function SingleSignOn({ way, next }: Props) {
  const words = 'Continue with single sign-on';
  if (way.sentence === null) {
    const address = `/api/auth/oidc/start?to=${encodeURIComponent(next)}`;
    return (
      <Button component="a" href={address} variant="default" size="md">
        {words}
      </Button>
    );
  }
  return (
    <>
      <Button variant="default" size="md" disabled>
        {words}
      </Button>
      <SoftText>{way.sentence}</SoftText>
    </>
  );
}
