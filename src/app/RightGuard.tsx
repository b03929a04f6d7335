import type { RouteComponent } from '@tanstack/react-router';
import type { Right } from '~/kit/shared/access';
import { EmptyState } from '~/kit/ui/elements/ListStates';
import { Page } from '~/kit/ui/shell/Page';
import { NoRight } from '~/modules/organization/workspaces/screens/NoRight';
import { useSession } from '~/modules/organization/users/sessions/screens/session.client';
import { useMay } from '~/modules/organization/workspaces/screens/workspaces.client';

/** The screen for anyone who has the right, and a sentence for the others (docs/product/roles.md#screens). */
export function guarded(needed: Right | 'admin', Screen: RouteComponent): RouteComponent {
  if (needed === 'admin')
    return function AdminOnly() {
      if (useSession().role === 'admin') return <Screen />;
      return (
        <Page title="Not permitted">
          <EmptyState
            text="Only administrators may open this screen"
            hint="Ask one of them for what you need from it."
            action={null}
          />
        </Page>
      );
    };
  return function Guarded() {
    const verdict = useMay(needed);
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
