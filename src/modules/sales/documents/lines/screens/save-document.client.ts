import type { Values } from '~/kit/shared/fields/merge';
import { askingIn } from '~/kit/ui/calls/conflicts';
import { saveMerged, type Versioned } from '~/kit/ui/calls/saveMerged';

interface Saving<Row extends Versioned, Typed, Parts extends Values, Saved> {
  form: {
    partLabel: (part: string) => string;
    partText: (part: string, value: unknown, forms: readonly Typed[]) => string;
  };
  /** The document that the form was opened with. */
  row: Row;
  typed: Typed;
  typedOf: (row: Row) => Typed;
  partsOf: (typed: Typed) => Parts;
  /** Sends the parts of two people over `row`. */
  send: (parts: Parts & { updated_at: string }, row: Row) => Promise<Saved>;
}

/** Sends a document's form over what others have saved since (docs/product/screens.md#two-people-at-one-record). */
export function saveDocument<Row extends Versioned, Typed, Parts extends Values, Saved>({
  form,
  row,
  typed,
  typedOf,
  partsOf,
  send,
}: Saving<Row, Typed, Parts, Saved>): Promise<Saved> {
  return saveMerged({
    row,
    body: partsOf(typed),
    valuesOf: (each) => partsOf(typedOf(each)),
    send,
    choose: askingIn<Row>({
      labelOf: form.partLabel,
      textOf: (part, value, theirs) => form.partText(part, value, [typed, typedOf(theirs)]),
    }),
  });
}
