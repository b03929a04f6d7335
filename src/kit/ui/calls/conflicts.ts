import type { Conflict, Values } from '~/kit/shared/fields/merge';

type Side = 'mine' | 'theirs';

/** A field that two people have changed, in words; texts may have several lines, '' is nothing. */
export interface ConflictTexts {
  field: string;
  label: string;
  mine: string;
  theirs: string;
}

export interface ConflictQuestion {
  /** The record, where the screen behind the question does not say which one it is. */
  subject?: string;
  /** When someone else saved it, as an instant. */
  changedAt: string;
  fields: readonly ConflictTexts[];
}

/** What was chosen for each field; null to keep editing. */
export type Chosen = Readonly<Record<string, Side>> | null;

type Ask = (question: ConflictQuestion) => Promise<Chosen>;

let ask: Ask | null = null;
let last: Promise<unknown> = Promise.resolve();

/** Sets who asks the person; returns how to take the asker away. */
export function onConflicts(asker: Ask): () => void {
  ask = asker;
  return () => {
    if (ask === asker) ask = null;
  };
}

/**
 * Asks which values of a record that two people have changed are saved, one question at a time; null where the person
 * keeps editing or no one can ask (docs/product/screens.md#two-people-at-one-record).
 */
export function chooseSides(question: ConflictQuestion): Promise<Chosen> {
  const result = last.then(() => ask?.(question) ?? null);
  last = result.catch(() => undefined);
  return result;
}

interface MergeTexts<Row> {
  subject?: string;
  labelOf: (field: string) => string;
  textOf: (field: string, value: unknown, theirs: Row) => string;
}

/** How `saveMerged` chooses: by asking the person, in words. */
export function askingIn<Row extends { updated_at: string }>({
  labelOf,
  textOf,
  ...subject
}: MergeTexts<Row>) {
  return async (conflicts: readonly Conflict[], newer: Row): Promise<Values | null> => {
    const fields = conflicts.map(({ field, mine, theirs }) => ({
      field,
      label: labelOf(field),
      mine: textOf(field, mine, newer),
      theirs: textOf(field, theirs, newer),
    }));
    const chosen = await chooseSides({ ...subject, changedAt: newer.updated_at, fields });
    if (!chosen) return null;
    const valueOf = ({ field, mine, theirs }: Conflict) =>
      chosen[field] === 'theirs' ? theirs : mine;
    return Object.fromEntries(conflicts.map((each) => [each.field, valueOf(each)]));
  };
}
