const sliceLength = 200;

/** A list whose elements are made when they are written, so that very many are never made at once. */
export class LaterList<Of> {
  readonly #all: readonly Of[];
  readonly #make: (of: Of) => Readonly<Record<string, unknown>>;

  constructor(all: readonly Of[], make: (of: Of) => Readonly<Record<string, unknown>>) {
    this.#all = all;
    this.#make = make;
  }

  get length(): number {
    return this.#all.length;
  }

  *parts(): Generator<Readonly<Record<string, unknown>>> {
    for (const each of this.#all) yield this.#make(each);
  }
}

/** JSON in parts: an object by its entries, a list by slices, one made later by its elements. */
export function* jsonParts(value: unknown): Generator<string> {
  if (Array.isArray(value)) yield* listParts(value);
  else if (value instanceof LaterList) yield* laterParts(value);
  else if (typeof value === 'object' && value !== null) {
    yield '{';
    for (const [index, [name, each]] of Object.entries(value).entries()) {
      yield `${index === 0 ? '' : ','}${JSON.stringify(name)}:`;
      yield* jsonParts(each);
    }
    yield '}';
  } else yield JSON.stringify(value);
}

function* listParts(list: readonly unknown[]): Generator<string> {
  yield '[';
  for (let at = 0; at < list.length; at += sliceLength) {
    const slice = JSON.stringify(list.slice(at, at + sliceLength)).slice(1, -1);
    yield `${at === 0 ? '' : ',\n'}${slice}`;
  }
  yield ']';
}

function* laterParts<Of>(list: LaterList<Of>): Generator<string> {
  let before = '[';
  for (const each of list.parts()) {
    yield before;
    before = ',\n';
    const isLong = Object.values(each).some((part) => part instanceof LaterList);
    if (isLong) yield* jsonParts(each);
    else yield JSON.stringify(each);
  }
  yield list.length === 0 ? '[]' : ']';
}
