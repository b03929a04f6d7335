import {
  decimalsIn,
  type LineList,
  type TypedDocumentLine,
  type TypedLine,
} from './typed-lines.rules';

export type LineErrors = Readonly<Record<string, string | true>>;

export const noErrors: LineErrors = {};

export interface LineCallbacks<List extends string, Line> {
  changeLine: (list: List, key: number, values: Partial<Line>) => void;
  removeLine: (list: List, key: number) => void;
  leave: (field: string) => void;
}

/** What the row of a line is drawn from: each part the same object while nothing about it changes. */
export interface LineOf<List extends string, Line extends TypedDocumentLine> extends LineList {
  actions: LineCallbacks<List, Line>;
  list: List;
  line: Line;
  index: number;
  /** By field. */
  errors: LineErrors;
}

/** The props of `LineRow`: its name ("Item 2"), its problems and its actions. */
export function rowProps<List extends string, Line extends TypedDocumentLine>(
  of: LineOf<List, Line>,
) {
  const { actions: callbacks, list, line, index, errors, noun, least } = of;
  return {
    name: `${noun} ${index + 1}`,
    title: line.description,
    index,
    line,
    decimals: decimalsIn(line, of),
    ...(least === undefined ? {} : { least }),
    errors: { quantity: errors['quantity'], unit_price: errors['unit_price'] },
    onChange: (values: Partial<TypedLine>) =>
      callbacks.changeLine(list, line.key, values as Partial<Line>),
    onLeave: (name: keyof TypedLine) => callbacks.leave(`${list}.${index}.${name}`),
    onRemove: () => callbacks.removeLine(list, line.key),
  };
}

/** The messages at the fields of lines, by line: `items.3`. */
export function errorsByLine(
  fields: Iterable<string>,
  errorOf: (field: string) => string | true | null,
): (field: string) => LineErrors {
  const found = new Map<string, LineErrors>();
  for (const field of fields) {
    const [, path, name] = /^(\w+\.\d+)\.(\w+)$/.exec(field) ?? [];
    const error = path && name ? errorOf(field) : null;
    if (path && name && error !== null) found.set(path, { ...found.get(path), [name]: error });
  }
  return (field) => found.get(field) ?? noErrors;
}
