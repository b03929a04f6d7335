import { useCallback, useRef, useState } from 'react';
import type { FieldProblem } from '~/kit/shared/verdict';
import {
  attempted,
  failed,
  type FormFailure,
  touchedInput,
  messageAt,
  noMessages,
  saved,
  typedIn,
} from './formMessages';
import { type FailureTexts, NoResponseError } from '~/kit/ui/calls/api';
import { type Done, reportDone } from '~/kit/ui/calls/reportFailure';
import type { DraftLocation, FormDraft } from './form-draft';
import { useDraft } from './useDraft';

interface FormOptions<Values, Body> {
  initial: Values | (() => Values);
  problemsOf?: ((values: Values) => readonly FieldProblem[]) | undefined;
  isSame?: (one: Values, other: Values) => boolean;
  bodyOf: (values: Values) => Body;
  /** A rejection is a refusal: the form keeps what was typed. `key` is the `Idempotency-Key` of the call. */
  onSubmit: (body: Body, key: string) => Promise<Done>;
  /** A failure is also shown in a message, by these texts. */
  failed?: FailureTexts | undefined;
  onSaved?: (() => void) | undefined;
  /** Where what is typed is kept in the meantime; left out where nothing may be. */
  draft?: DraftLocation | undefined;
}

export type Form<Values extends object> = ReturnType<typeof useForm<Values, unknown>>;

/**
 * A form: its values, its problems and where they are shown, and one attempt to send at a time. A message appears at
 * its input once that was left or the form was attempted, and disappears while the input is typed in.
 */
export function useForm<Values extends object, Body>(options: FormOptions<Values, Body>) {
  const { problemsOf, isSame = isAlike } = options;
  const actions = useValues(options.initial);
  const { values, getValues, setValues, getBaseline } = actions;
  const problems = problemsOf?.(values) ?? [];
  const messages = useMessages(problems);
  const { typed, setFailure } = messages;

  const change = useCallback(
    (next: (now: Values) => Values, names: readonly string[] = []) => {
      setValues(next);
      typed(names);
    },
    [setValues, typed],
  );
  const { draft, restored, discard } = useDraft(options.draft, values, { ...actions, isSame });
  const { saving, isRunning, send } = useSending(options, { ...actions, messages, draft });

  /** Shows what is wrong; true when nothing is and nothing is being sent. */
  const attempt = (): boolean => {
    if (isRunning()) return false;
    const found = problemsOf?.(getValues()) ?? [];
    messages.attempt();
    setFailure(found.length > 0 ? { message: null, entries: found, cause: null } : null);
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
    isUnsaved: () => !isRunning() && !isSame(getValues(), getBaseline()),
    draft: { restored, discard, end: () => draft.end() },
    attempt,
    send,
    submit: (event?: Pick<Event, 'preventDefault'>) => {
      event?.preventDefault();
      if (attempt()) void send();
    },
  };
}

interface Sending<Values extends object> {
  getValues: () => Values;
  setBaseline: (saved: Values) => void;
  messages: Pick<ReturnType<typeof useMessages>, 'setFailure' | 'reset'>;
  draft: FormDraft<Values>;
}

/** One attempt to send at a time; what was not saved is kept. */
function useSending<Values extends object, Body>(
  options: FormOptions<Values, Body>,
  { getValues, setBaseline, messages, draft }: Sending<Values>,
) {
  const [saving, setSaving] = useState(false);
  const running = useRef(false);
  const send = async () => {
    if (running.current) return;
    running.current = true;
    setSaving(true);
    messages.setFailure(null);
    try {
      const body = options.bodyOf(getValues());
      const key = draft.keys.keyFor(body);
      draft.keep();
      await reportDone(options.failed, () => options.onSubmit(body, key));
      setBaseline(getValues());
      draft.end();
      messages.reset();
      options.onSaved?.();
    } catch (error) {
      const message = messageOf(error, draft.isStored);
      messages.setFailure({ message, entries: detailsOf(error), cause: error });
    } finally {
      running.current = false;
      setSaving(false);
    }
  };
  return { saving, isRunning: () => running.current, send };
}

/** The values, readable immediately after a change, and those of the opening or the last save. */
export function useValues<Values>(initial: Values | (() => Values)) {
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

/** What decides which messages are shown, changed by what is done with the form. */
function useMessages(problems: readonly FieldProblem[]) {
  const [state, setState] = useState(noMessages);
  const typed = useCallback(
    (names: readonly string[]) => setState((now) => typedIn(now, names)),
    [],
  );
  const leave = useCallback((name: string) => setState((now) => touchedInput(now, name)), []);
  const setFailure = useCallback(
    (failure: Omit<FormFailure, 'attempt'> | null) => setState((now) => failed(now, failure)),
    [],
  );
  return {
    shown: {
      failure: state.failure,
      isAttempted: state.isAttempted,
      errorOf: (name: string) => messageAt(state, problems, name),
    },
    setFailure,
    typed,
    leave,
    attempt: () => setState(attempted),
    reset: () => setState(saved),
  };
}

export function failureMessage(failure: FormFailure | null): string {
  return failure?.message ?? failure?.entries[0]?.message ?? '';
}

function isAlike(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}

function messageOf(error: unknown, isStored: boolean): string {
  if (isStored && error instanceof NoResponseError) {
    return 'The server cannot be reached. Your changes are saved in this browser.';
  }
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
