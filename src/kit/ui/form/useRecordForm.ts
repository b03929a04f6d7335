import { useForm } from '@mantine/form';
import { useCallback, useEffect, useId, useRef, useState } from 'react';
import {
  fieldOf,
  type FormShape,
  missingLabels,
  problemOf,
  readForm,
  typedValues,
  unreadable,
} from './formValues';

/** What a failed attempt says at the top of the form. */
export interface FormProblems {
  title: string;
  sentence: string | null;
  entries: { name: string | null; message: string }[];
  attempt: number;
}

interface RecordFormOptions extends FormShape {
  onSubmit: (values: Record<string, unknown>) => Promise<void>;
  onSaved?: () => void;
  failedText: string;
}

export type RecordForm = ReturnType<typeof useRecordForm>;

/** Holds what is typed into a form of fields: its messages, whether it changed, and one attempt to send at a time. */
export function useRecordForm(options: RecordFormOptions) {
  const { form, element, inputId, change, leave } = useTyping(options);
  const [problems, setProblems] = useState<FormProblems | null>(null);
  const [saving, setSaving] = useState(false);
  const running = useRef(false);

  useEffect(() => {
    if (problems) focusFirst(element.current, problems, inputId);
  }, [problems, element, inputId]);

  const fail = (failure: Omit<FormProblems, 'attempt'>) => {
    form.setErrors(firstMessages(failure.entries));
    setProblems((before) => ({ ...failure, attempt: (before?.attempt ?? 0) + 1 }));
  };

  const send = async (values: Record<string, unknown>) => {
    running.current = true;
    setSaving(true);
    try {
      await options.onSubmit(values);
      form.resetDirty();
      setProblems(null);
      options.onSaved?.();
    } catch (error) {
      const entries = refusals(error, options.names);
      fail({ title: options.failedText, sentence: sentenceOf(error, entries), entries });
    } finally {
      running.current = false;
      setSaving(false);
    }
  };

  const submit = async () => {
    if (running.current) return;
    for (const name of options.names) leave(name);
    const { values, errors } = readForm(options, form.getValues());
    const entries = Object.entries(errors).map(([name, message]) => ({ name, message }));
    if (entries.length === 0) await send(values);
    else fail({ title: 'Please fix the following errors:', sentence: null, entries });
  };

  return {
    element,
    typed: form.values,
    errors: form.errors,
    problems,
    saving,
    missing: missingLabels(options, form.values),
    isUnsaved: () => !running.current && form.isDirty(),
    inputId,
    change,
    leave,
    submit,
  };
}

function useTyping(shape: FormShape) {
  const form = useForm({ initialValues: typedValues(shape) });
  // Mantine's functions are new with each key; through the ref the inputs keep theirs, and only the one typed in is drawn.
  const latest = useRef({ form, shape });
  useEffect(() => {
    latest.current = { form, shape };
  });
  const element = useRef<HTMLFormElement>(null);

  const prefix = useId();
  const inputId = useCallback((name: string) => `${prefix}-${name}`, [prefix]);

  const change = useCallback((name: string, text: string) => {
    const { form: now, shape: facts } = latest.current;
    now.setFieldValue(name, text);
    const followed = facts.follow?.(name, { ...now.getValues(), [name]: text }) ?? {};
    for (const [other, value] of Object.entries(followed)) now.setFieldValue(other, value);
  }, []);

  const leave = useCallback((name: string) => {
    const { form: now, shape: facts } = latest.current;
    const input = namedInput(element.current, name);
    // Half a date makes no event that could be heard while it is typed.
    if (input?.validity.badInput) now.setFieldValue(name, unreadable);
    else if (now.getValues()[name] === unreadable) now.setFieldValue(name, input?.value ?? '');
    const typed = now.getValues()[name] ?? '';
    const { emptyMeans } = fieldOf(facts.fields, name);
    if (emptyMeans !== undefined && (typed.trim() === '' || typed === unreadable)) {
      now.setFieldValue(name, String(emptyMeans));
    }
    now.setFieldError(name, problemOf(facts, name, now.getValues()));
  }, []);

  return { form, element, inputId, change, leave };
}

function firstMessages(entries: FormProblems['entries']): Record<string, string> {
  const messages: Record<string, string> = {};
  for (const { name, message } of entries) if (name !== null) messages[name] ??= message;
  return messages;
}

function focusFirst(
  form: HTMLFormElement | null,
  problems: FormProblems,
  inputId: (name: string) => string,
) {
  const alert = form?.querySelector<HTMLElement>('[data-form-errors]');
  alert?.scrollIntoView({ block: 'nearest' });
  const name = problems.entries.find((entry) => entry.name !== null)?.name;
  const input = name ? document.getElementById(inputId(name)) : null;
  (input ?? alert)?.focus();
}

function namedInput(form: HTMLFormElement | null, name: string): HTMLInputElement | null {
  const input = form?.elements.namedItem(name);
  return input instanceof HTMLInputElement ? input : null;
}

/** The refusal's sentence, unless an entry says the same. */
function sentenceOf(error: unknown, entries: FormProblems['entries']): string | null {
  const sentence = error instanceof Error ? error.message : null;
  return entries.some(({ message }) => message === sentence) ? null : sentence;
}

function refusals(error: unknown, names: readonly string[]): FormProblems['entries'] {
  const details = error instanceof Error && 'details' in error ? error.details : null;
  if (!Array.isArray(details)) return [];
  return details.flatMap((detail: { field?: unknown; message?: unknown }) => {
    if (typeof detail?.message !== 'string') return [];
    const known = typeof detail.field === 'string' && names.includes(detail.field);
    return [{ name: known ? String(detail.field) : null, message: detail.message }];
  });
}
