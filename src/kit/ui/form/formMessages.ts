import type { FieldProblem } from '~/kit/shared/verdict';

/** Why the last attempt failed: by the form's own problems, or refused by `cause`. */
export interface FormFailure {
  attempt: number;
  message: string | null;
  entries: readonly { field: string | null; message: string }[];
  cause: unknown;
}

export interface FormMessages {
  isAttempted: boolean;
  /** Inputs that were left since they were typed in. */
  touched: ReadonlySet<string>;
  /** Inputs that were typed in since they were left or the form was attempted. */
  typing: ReadonlySet<string>;
  failure: FormFailure | null;
  corrected: ReadonlySet<string>;
  failures: number;
}

const none: ReadonlySet<string> = new Set();

export const noMessages: FormMessages = {
  isAttempted: false,
  touched: none,
  typing: none,
  failure: null,
  corrected: none,
  failures: 0,
};

export function typedIn(now: FormMessages, names: readonly string[]): FormMessages {
  if (names.length === 0) return now;
  return {
    ...now,
    touched: new Set([...now.touched].filter((name) => !names.includes(name))),
    typing: new Set([...now.typing, ...names]),
    corrected: new Set([...now.corrected, ...names]),
  };
}

export function touchedInput(now: FormMessages, name: string): FormMessages {
  return {
    ...now,
    touched: new Set(now.touched).add(name),
    typing: new Set([...now.typing].filter((each) => each !== name)),
  };
}

export function attempted(now: FormMessages): FormMessages {
  return { ...now, isAttempted: true, typing: none };
}

/** Null once nothing is known to be wrong, as while it is being sent. */
export function failed(
  now: FormMessages,
  failure: Omit<FormFailure, 'attempt'> | null,
): FormMessages {
  const failures = failure ? now.failures + 1 : now.failures;
  return {
    ...now,
    failures,
    failure: failure && { ...failure, attempt: failures },
    corrected: none,
  };
}

export function saved(now: FormMessages): FormMessages {
  return { ...now, isAttempted: false, touched: none, typing: none };
}

/**
 * The message at an input: its own problem once it was left or the form was attempted, but not while it is typed in;
 * else what the server said of it, until that is corrected.
 */
export function messageAt(
  { isAttempted, touched, typing, failure, corrected }: FormMessages,
  problems: readonly FieldProblem[],
  name: string,
): string | null {
  const isShown = touched.has(name) || (isAttempted && !typing.has(name));
  const wrong = isShown ? problems.find((problem) => problem.field === name) : undefined;
  if (wrong) return wrong.message;
  if (corrected.has(name) || !failure?.cause) return null;
  return failure.entries.find((entry) => entry.field === name)?.message ?? null;
}
