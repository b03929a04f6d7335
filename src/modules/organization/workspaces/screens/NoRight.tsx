import { EmptyState } from '~/kit/ui/messages/ListStates';

/** Instead of what the person's role does not let them see (docs/product/roles.md#screens). */
export function NoRight({ message }: { message: string }) {
  return (
    <EmptyState
      text={message}
      hint="Ask an administrator to give your role access."
      action={null}
    />
  );
}
