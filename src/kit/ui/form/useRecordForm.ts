import { useCallback, useEffect, useId, useRef } from 'react';
import {
  fieldOf,
  type FormShape,
  missingLabels,
  problemOf,
  readForm,
  type Typed,
  typedValues,
  unreadable,
} from './formValues';
import { questionIn } from '~/kit/ui/dialog/DialogParts';
import type { FailureTexts } from '~/kit/ui/calls/api';
import type { Done } from '~/kit/ui/calls/reportFailure';
import { unsaid } from '~/kit/shared/verdict';
import type { FormFailure } from './formMessages';
import type { DraftLocation } from './form-draft';
import { type ChoicesOf, type SaveOver, saveOver } from './saveOver';
import { type Form, useForm } from './useForm';

export interface FormProblems {
  title: string;
  message: string | null;
  entries: { name: string | null; message: string }[];
  attempt: number;
}

interface RecordFormOptions extends FormShape {
  choicesOf?: ChoicesOf;
  onSubmit: (values: Record<string, unknown>, key: string, save: SaveOver) => Promise<Done>;
  onSaved?: () => void;
  /** Why it cannot be sent though its fields are right: the button is disabled, but Enter would send it. */
  blocked?: ((typed: Typed) => string | null) | undefined;
  /** The texts of a failure, for a message and the title of the form's problems. */
  failed?: FailureTexts | undefined;
  /** The title, where it is another one. */
  failedText?: string | undefined;
  /** The kind of form and its record, for its draft (`useForm`). */
  draft?: string | undefined;
}

const noChoices = () => ({});

export type RecordForm = Omit<ReturnType<typeof useRecordForm>, 'element'>;

/** A form made from fields (`useForm`): each input's messages come from its field, and the fields' values are sent. */
export function useRecordForm(options: RecordFormOptions) {
  const { names, failed, choicesOf = noChoices } = options;
  const { failedText = failed?.refused ?? 'Your changes could not be saved.' } = options;
  const form = useForm<Typed, Record<string, unknown>>({
    initial: () => typedValues(options),
    problemsOf: (typed) =>
      names.flatMap((field) => {
        const message = problemOf(options, field, typed);
        return message === null ? [] : { field, message };
      }),
    bodyOf: (typed) => readForm(options, typed).values,
    failed,
    onSubmit: (values, key): Promise<Done> =>
      options.onSubmit(values, key, saveOver(options, form.getValues(), choicesOf)),
    onSaved: options.onSaved,
    draft: draftOf(options),
  });
  const typing = useTyping(options, form);
  const { failure, saving, isUnsaved } = form;
  const problems = failure && problemsOf(failure, { names, failedText });
  const { element, inputId, leave } = typing;
  useEffect(() => {
    if (failure) focusFirst(element.current, failure, inputId);
  }, [failure, element, inputId]);
  return {
    ...typing,
    typed: form.values,
    errors: errorsOf(names, form.errorOf),
    problems,
    saving,
    missing: missingLabels(options, form.values),
    isUnsaved,
    draft: form.draft,
    submit: (event?: Pick<Event, 'preventDefault'>) => {
      if (!saving) for (const name of names) leave(name);
      if ((options.blocked?.(form.getValues()) ?? null) === null) return form.submit(event);
      event?.preventDefault();
      form.attempt();
    },
  };
}

function draftOf({ draft, fields, initial }: RecordFormOptions): DraftLocation | undefined {
  if (draft === undefined) return undefined;
  const version = initial['updated_at'];
  return {
    key: draft,
    version: typeof version === 'string' ? version : null,
    canKeep: (name, value) => fields[name]?.secret !== true && value !== unreadable,
  };
}

/** The inputs of the form; their handlers stay stable, so that only the one typed in renders. */
function useTyping(
  shape: FormShape,
  { getValues, change: changeValues, leave: leaveForm }: Form<Typed>,
) {
  const latest = useRef(shape);
  useEffect(() => {
    latest.current = shape;
  });
  const element = useRef<HTMLFormElement>(null);

  const prefix = useId();
  const inputId = useCallback((name: string) => `${prefix}-${name}`, [prefix]);

  const change = useCallback(
    (name: string, text: string) => {
      const typed = { ...getValues(), [name]: text };
      const followed = latest.current.follow?.(name, typed) ?? {};
      changeValues(() => ({ ...typed, ...followed }), [name, ...Object.keys(followed)]);
    },
    [getValues, changeValues],
  );

  const leave = useCallback(
    (name: string) => {
      const typed = getValues()[name] ?? '';
      const read = readInput(typed, namedInput(element.current, name));
      const { emptyMeans } = fieldOf(latest.current.fields, name);
      const isEmpty = read.trim() === '' || read === unreadable;
      const text = emptyMeans !== undefined && isEmpty ? String(emptyMeans) : read;
      if (text !== typed) changeValues((now) => ({ ...now, [name]: text }));
      leaveForm(name);
    },
    [getValues, changeValues, leaveForm],
  );

  return { element, inputId, change, leave };
}

// A number that the browser cannot read yet causes no event while it is typed.
function readInput(typed: string, input: HTMLInputElement | null): string {
  if (input?.validity.badInput) return unreadable;
  return typed === unreadable ? (input?.value ?? '') : typed;
}

function errorsOf(
  names: readonly string[],
  errorOf: (name: string) => string | null,
): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const name of names) {
    const message = errorOf(name);
    if (message !== null) errors[name] = message;
  }
  return errors;
}

function problemsOf(
  { attempt, message: text, entries, cause }: FormFailure,
  { names, failedText }: { names: readonly string[]; failedText: string },
): FormProblems {
  const isShown = entries.some(({ message }) => message === text);
  const shown = entries.map(({ field, message }) => ({
    name: field !== null && names.includes(field) ? field : null,
    message,
  }));
  const others = unsaid(isShown ? null : text, shown);
  return {
    attempt,
    title: cause ? failedText : 'Please fix the following errors:',
    message: isShown ? null : text,
    // One that leads to its input stays.
    entries: shown.filter((entry) => entry.name !== null || others.includes(entry)),
  };
}

function focusFirst(
  form: HTMLFormElement | null,
  { entries }: FormFailure,
  inputId: (name: string) => string,
) {
  const alert = form?.querySelector<HTMLElement>('[data-form-errors]');
  alert?.scrollIntoView({ block: 'nearest' });
  const inputs = entries.map(({ field }) => field && document.getElementById(inputId(field)));
  const input = inputs.find((each) => each instanceof HTMLElement);
  (input || questionIn(form) || alert)?.focus();
}

function namedInput(form: HTMLFormElement | null, name: string): HTMLInputElement | null {
  const input = form?.elements.namedItem(name);
  return input instanceof HTMLInputElement ? input : null;
}
