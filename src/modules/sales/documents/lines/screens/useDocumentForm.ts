import { useCallback, useEffect, useMemo, useRef } from 'react';
import { type FieldProblem, unsaid } from '~/kit/shared/verdict';
import { reasonOf } from '~/kit/ui/calls/api';
import type { DraftLocation } from '~/kit/ui/form/form-draft';
import { type Form, useForm } from '~/kit/ui/form/useForm';
import type { DocumentDiscount } from '../discounts.rules';
import type { Totals } from '../totals.rules';
import type { LineList, TypedDocumentLine } from '../typed-lines.rules';
import { errorsByLine, type LineOf } from '../line-rows.rules';
import { useTypedLines, type WithLines } from './useTypedLines';

interface Options<List extends string, Line, Typed, Body> {
  initial: () => Typed;
  lists: Readonly<Record<List, LineList>>;
  emptyLine: (key: number) => Line;
  /** In percent, until another rate is chosen. */
  rate: number;
  problemsOf: (typed: Typed) => readonly FieldProblem[];
  /** Why the form cannot be sent yet, shown next to the disabled button; null when it can. */
  blockedOf?: (typed: Typed) => string | null;
  isSame?: (one: Typed, other: Typed) => boolean;
  totalsOf: (typed: Typed, rate: number) => Totals & DocumentDiscount;
  bodyOf: (typed: Typed, rate: number) => Body;
  /** A rejection keeps the form open with its message; `key` is unique to the opened form. */
  onSubmit: (body: Body, key: string) => Promise<void>;
  onSaved: () => void;
  draft: DraftLocation;
}

/** State of a sales document's form: its lines, totals and messages, and at most one request at a time. */
export function useDocumentForm<
  List extends string,
  Line extends TypedDocumentLine,
  Typed extends WithLines<List, Line> & { readonly tax_rate: number | null },
  Body,
>(options: Options<List, Line, Typed, Body>) {
  const { lists, problemsOf, isSame } = options;
  const rateOf = (typed: Typed) => typed.tax_rate ?? options.rate;
  const form = useForm<Typed, Body>({
    initial: options.initial,
    problemsOf,
    ...(isSame ? { isSame } : {}),
    bodyOf: (typed) => options.bodyOf(typed, rateOf(typed)),
    onSubmit: options.onSubmit,
    onSaved: options.onSaved,
    draft: options.draft,
  });
  const { values: typed, change, leave, saving, isUnsaved, send } = form;
  const rate = rateOf(typed);
  const blockedBy = options.blockedOf?.(typed) ?? null;
  const messages = useFirstMessage(form, blockedBy);
  const { changing, ...lines } = useTypedLines<List, Line, Typed>({
    lists: Object.keys(lists) as List[],
    getTyped: form.getValues,
    change,
    emptyLine: options.emptyLine,
  });
  const set = useCallback(
    (values: Partial<Typed>) => change((now) => ({ ...now, ...values })),
    [change],
  );
  const actions = useMemo(() => ({ ...changing, leave }), [changing, leave]);
  const refused = form.failure?.entries ?? [];
  const fields = [...form.problems, ...refused].flatMap(({ field }) => field ?? []);
  const errorsOf = errorsByLine(new Set(fields), messages.errorOf);
  /** True when the form may be sent; otherwise shows why not. */
  const attempt = () => form.attempt() && blockedBy === null;
  return {
    typed,
    rate,
    totals: options.totalsOf(typed, rate),
    change: set,
    ...lines,
    ...messages,
    leave,
    blockedBy,
    saving,
    isUnsaved,
    draft: form.draft,
    attempt,
    send,
    /** What the row of a line is drawn from. */
    rowOf: (list: List, line: Line, index: number): LineOf<List, Line> => ({
      ...lists[list],
      actions,
      list,
      line,
      index,
      errors: errorsOf(`${list}.${index}`),
    }),
  };
}

/**
 * Shows one problem of a form at a time (`FormMessage`): after an attempt the first problem, else the refusal. What
 * that message, or the `hint` next to the button, says is only marked at its input.
 */
function useFirstMessage(
  form: Pick<Form<object>, 'problems' | 'isAttempted' | 'failure' | 'errorOf'>,
  hint: string | null,
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
    details:
      refusal && wrong === null
        ? unsaid(message, refusal.entries).map(({ message: each }) => each)
        : [],
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
