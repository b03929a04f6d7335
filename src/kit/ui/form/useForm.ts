import { useCallback, useRef, useState } from 'react';
import type { FieldProblem } from '~/kit/shared/verdict';
import { useSendKey } from './useSendKey';

interface FormOptions<Values, Body> {
  initial: Values | (() => Values);
  problemsOf?: ((values: Values) => readonly FieldProblem[]) | undefined;
  isSame?: (one: Values, other: Values) => boolean;
  bodyOf: (values: Values) => Body;
  /** A rejection is a refusal: the form keeps what was typed. `key` is the `Idempotency-Key` of the call. */
  onSubmit: (body: Body, key: string) => Promise<void>;
  onSaved?: (() => void) | undefined;
}

/** Why the last attempt failed: by the form's own problems, or refused by `cause`. */
export interface FormFailure {
  attempt: number;
  sentence: string | null;
  entries: readonly { field: string | null; message: string }[];
  cause: unknown;
}

export type Form<Values> = ReturnType<typeof useForm<Values, unknown>>;

/**
 * A form: its values, its problems and where they are shown, and one attempt to send at a time. A message appears at
 * its input once that was left or the form was attempted, and disappears while the input is typed in.
 */
export function useForm<Values, Body>(options: FormOptions<Values, Body>) {
  const { problemsOf, isSame = isAlike } = options;
  const { values, getValues, setValues, getBaseline, setBaseline } = useValues(options.initial);
  const problems = problemsOf?.(values) ?? [];
  const messages = useMessages(problems);
  const { typedIn, setFailure } = messages;

  const change = useCallback(
    (next: (now: Values) => Values, names: readonly string[] = []) => {
      setValues(next);
      typedIn(names);
    },
    [setValues, typedIn],
  );
  const keyFor = useSendKey();
  const [saving, setSaving] = useState(false);
  const running = useRef(false);

  const send = async () => {
    if (running.current) return;
    running.current = true;
    setSaving(true);
    setFailure(null);
    try {
      const body = options.bodyOf(getValues());
      await options.onSubmit(body, keyFor(body));
      setBaseline(getValues());
      messages.reset();
      options.onSaved?.();
    } catch (error) {
      setFailure({ sentence: sentenceOf(error), entries: detailsOf(error), cause: error });
    } finally {
      running.current = false;
      setSaving(false);
    }
  };

  /** Shows what is wrong; true when nothing is and nothing is being sent. */
  const attempt = (): boolean => {
    if (running.current) return false;
    const found = problemsOf?.(getValues()) ?? [];
    messages.attempt();
    setFailure(found.length > 0 ? { sentence: null, entries: found, cause: null } : null);
    return found.length === 0;
  };

  return {
    values,
    getValues,
    change,
    set: (part: Partial<Values>) => change((now) => ({ ...now, ...part })),
    ...messages.shown,
    leave: messages.leave,
    problems,
    saving,
    isUnsaved: () => !running.current && !isSame(getValues(), getBaseline()),
    attempt,
    send,
    submit: (event?: Pick<Event, 'preventDefault'>) => {
      event?.preventDefault();
      if (attempt()) void send();
    },
  };
}

/** The values, readable immediately after a change, and those of the opening or the last save. */
function useValues<Values>(initial: Values | (() => Values)) {
  const [values, setState] = useState(initial);
  const latest = useRef(values);
  const baseline = useRef(values);
  const setValues = useCallback((next: (now: Values) => Values) => {
    latest.current = next(latest.current);
    setState(() => latest.current);
  }, []);
  const getValues = useCallback(() => latest.current, []);
  const getBaseline = useCallback(() => baseline.current, []);
  const setBaseline = useCallback((saved: Values) => {
    baseline.current = saved;
  }, []);
  return { values, getValues, setValues, getBaseline, setBaseline };
}

/** Which messages are shown: those of inputs that were left, all after an attempt, and the server's until corrected. */
function useMessages(problems: readonly FieldProblem[]) {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [typing, setTyping] = useState<ReadonlySet<string>>(new Set());
  const [isAttempted, setAttempted] = useState(false);
  const [failure, setState] = useState<FormFailure | null>(null);
  const [mended, setMended] = useState<ReadonlySet<string>>(new Set());
  const attempts = useRef(0);
  const typedIn = useCallback((names: readonly string[]) => {
    if (names.length === 0) return;
    setLeft((now) => new Set([...now].filter((name) => !names.includes(name))));
    setTyping((now) => new Set([...now, ...names]));
    setMended((now) => new Set([...now, ...names]));
  }, []);
  const leave = useCallback((name: string) => {
    setLeft((now) => new Set(now).add(name));
    setTyping((now) => new Set([...now].filter((each) => each !== name)));
  }, []);
  const setFailure = useCallback((next: Omit<FormFailure, 'attempt'> | null) => {
    if (next) attempts.current += 1;
    setState(next && { ...next, attempt: attempts.current });
    setMended(new Set());
  }, []);
  const errorOf = (name: string): string | null => {
    const isTold = left.has(name) || (isAttempted && !typing.has(name));
    const wrong = isTold ? problems.find((problem) => problem.field === name) : undefined;
    if (wrong) return wrong.message;
    if (mended.has(name) || !failure?.cause) return null;
    return failure.entries.find((entry) => entry.field === name)?.message ?? null;
  };
  return {
    shown: { failure, isAttempted, errorOf },
    setFailure,
    typedIn,
    leave,
    attempt: () => {
      setAttempted(true);
      setTyping(new Set());
    },
    reset: () => {
      setAttempted(false);
      setLeft(new Set());
      setTyping(new Set());
    },
  };
}

export function failureSentence(failure: FormFailure | null): string {
  return failure?.sentence ?? failure?.entries[0]?.message ?? '';
}

function isAlike(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}

function sentenceOf(error: unknown): string {
  return error instanceof Error ? error.message : 'Unknown error';
}

function detailsOf(error: unknown): FormFailure['entries'] {
  const details = error instanceof Error && 'details' in error ? error.details : null;
  if (!Array.isArray(details)) return [];
  return details.flatMap((detail: { field?: unknown; message?: unknown }) => {
    if (typeof detail?.message !== 'string') return [];
    return {
      field: typeof detail.field === 'string' ? detail.field : null,
      message: detail.message,
    };
  });
}
