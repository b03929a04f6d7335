import type { RouteComponent } from '@tanstack/react-router';
import type { Right } from '~/kit/shared/access';
import { Page } from '~/kit/ui/shell/Page';
import { NoRight } from '~/modules/organization/workspaces/screens/NoRight';
import { useMay } from '~/modules/organization/workspaces/screens/workspaces.client';

/** The screen for anyone who has the right, and a sentence for the others (docs/product/roles.md#screens). */
export function guarded(right: Right, Screen: RouteComponent): RouteComponent {
  return function Guarded() {
    const verdict = useMay(right);
    return verdict.ok ? <Screen /> : <NotPermitted message={verdict.message} />;
  };
}

/** Instead of a whole screen. */
export function NotPermitted({ message }: { message: string }) {
  return (
    <Page title="Not permitted">
      <NoRight message={message} />
    </Page>
  );
}
