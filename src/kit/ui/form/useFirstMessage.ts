import { useEffect, useRef } from 'react';
import { reasonOf } from '~/kit/ui/data/api';
import type { Form } from './useForm';

/**
 * Shows one problem of a form at a time (`FormMessage`): after an attempt the first problem, else the refusal. What
 * that message, or the `hint` next to the button, says is only marked at its input.
 */
export function useFirstMessage(
  form: Pick<Form<object>, 'problems' | 'isAttempted' | 'failure' | 'errorOf'>,
  hint: string | null = null,
) {
  const { problems, isAttempted, failure } = form;
  const alert = useRef<HTMLDivElement>(null);
  const refusal = failure?.cause ? failure : null;
  const wrong = isAttempted ? (problems[0]?.message ?? null) : null;
  const message = wrong ?? (refusal ? reasonOf(refusal.cause) : null);
  useEffect(() => {
    if (failure) alert.current?.focus();
  }, [failure]);
  return {
    alert,
    message: message === hint ? null : message,
    details: refusal && wrong === null ? others(refusal.entries, message) : [],
    /** True where the message is shown elsewhere. */
    errorOf: (field: string): string | true | null => {
      const found = form.errorOf(field);
      if (found === null) return null;
      if (found === message || found === hint) return true;
      const isListed = wrong === null && refusal?.entries.some((entry) => entry.message === found);
      return isListed ? true : found.replace(/^\w+ \d+: /, '');
    },
  };
}

/** The messages of a refusal that its first sentence does not already contain. */
function others(entries: readonly { message: string }[], first: string | null): string[] {
  return entries.flatMap(({ message }) => (message === first ? [] : [message]));
}
