import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { FieldProblem } from '~/kit/shared/verdict';
import { reasonOf } from '~/kit/ui/data/api';
import { useSendKey } from './useSendKey';

interface SendingOptions<Body> {
  /** A rejection is a refusal; `key` is the `Idempotency-Key` of what is sent. */
  onSubmit: (body: Body, key: string) => Promise<void>;
  onSaved: () => void;
}

interface Refusal {
  sentence: string;
  details: readonly string[];
}

/**
 * What is told about a form: after an attempt the first problem, else the refusal; each at its input once that was left.
 * `hint` stands beside the button already.
 */
export function useFormMessages(
  problems: readonly FieldProblem[],
  refusal: Refusal | null,
  hint: string | null = null,
) {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [attempts, setAttempts] = useState(0);
  const alert = useRef<HTMLDivElement>(null);
  const wrong = attempts > 0 ? (problems[0]?.message ?? null) : null;
  const message = wrong ?? refusal?.sentence ?? null;
  useEffect(() => {
    if (attempts > 0 || refusal) alert.current?.focus();
  }, [attempts, refusal]);
  return {
    message: message === hint ? null : message,
    details: wrong === null ? (refusal?.details ?? []) : [],
    alert,
    attempt: () => setAttempts((now) => now + 1),
    leave: (field: string) => setLeft((now) => new Set(now).add(field)),
    /** Told once: what the message above the buttons, or the hint beside them, says is only marked at its input. */
    errorOf: (field: string): ReactNode => {
      const found = problems.find((problem) => problem.field === field);
      if (!found || !(attempts > 0 || left.has(field))) return null;
      if (found.message === message || found.message === hint) return true;
      return found.message.replace(/^\w+ \d+: /, '');
    },
  };
}

/** One attempt to send at a time; a refusal stays to be read. */
export function useFormSending<Body>(
  { onSubmit, onSaved }: SendingOptions<Body>,
  body: () => Body,
) {
  const keyFor = useSendKey();
  const [saving, setSaving] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const state = useRef<'typing' | 'running' | 'saved'>('typing');
  const send = async () => {
    if (state.current !== 'typing') return;
    state.current = 'running';
    setSaving(true);
    setRefusal(null);
    try {
      const sent = body();
      await onSubmit(sent, keyFor(sent));
      state.current = 'saved';
      onSaved();
    } catch (error) {
      state.current = 'typing';
      setRefusal({ sentence: reasonOf(error), details: detailsOf(error) });
    } finally {
      setSaving(false);
    }
  };
  return {
    saving,
    refusal,
    send,
    forget: () => setRefusal(null),
    isSaved: () => state.current === 'saved',
  };
}

function detailsOf(error: unknown): string[] {
  const details = error instanceof Error && 'details' in error ? error.details : null;
  if (!Array.isArray(details)) return [];
  return details.flatMap((detail: { message?: unknown }) =>
    typeof detail?.message === 'string' ? [detail.message] : [],
  );
}
