import { Slices, whenDrawn } from '~/kit/ui/hooks/slices';

const pieceBytes = 128 * 1024;

/** As many as fill a screen. */
export const firstRows = 100;

/** What comes before the rows of a list, or of what changed in it (docs/product/wire.md#lists). */
const beforeRows = /^\{"success":true,"data":(?:\{[^\n]*?"rows":)?\[/;
const betweenRows = '\n,';

export type Bytes = Uint8Array<ArrayBuffer>;

export interface ReadingCallbacks {
  /** Called with each part that arrives. */
  received?: (bytes: Bytes) => void;
  /** Called once with the first rows of a list that is longer, while the others arrive. */
  began?: ((rows: readonly unknown[]) => void) | undefined;
}

/**
 * The JSON of a list's answer, parsed while it arrives, in slices at the ends of its lines; where it has no lines, at
 * once when it is there.
 */
export async function readInSlices(
  body: ReadableStream<Bytes>,
  { received: onReceived, began }: ReadingCallbacks,
): Promise<unknown> {
  const slices = new Slices();
  const decoder = new TextDecoder();
  const reader = new RowReader(began);
  for (const source = body.getReader(); ; ) {
    const { done, value } = await source.read();
    if (done) return reader.end(decoder.decode());
    onReceived?.(value);
    for (let at = 0; at < value.length; at += pieceBytes) {
      const begins = reader.take(
        decoder.decode(value.subarray(at, at + pieceBytes), { stream: true }),
      );
      // The first rows are drawn before the page is busy with the others.
      if (begins) await whenDrawn();
      if (begins || slices.isOver) await slices.next();
    }
  }
}

class RowReader {
  #head: string | null = null;
  #rest = '';
  #began: ReadingCallbacks['began'];
  readonly #rows: unknown[] = [];

  constructor(began: ReadingCallbacks['began']) {
    this.#began = began;
  }

  /** Whether the first rows were given away just now. */
  take(text: string): boolean {
    this.#rest += text;
    this.#head ??= this.#takeHead();
    const end = this.#head === null ? -1 : this.#rest.lastIndexOf(betweenRows);
    if (end < 0) return false;
    const lines = withoutComma(this.#rest.slice(0, end));
    this.#rest = this.#rest.slice(end + 1);
    if (lines === '') return false;
    for (const row of JSON.parse(`[${lines}]`) as unknown[]) this.#rows.push(row);
    return this.#rows.length >= firstRows && this.#begin();
  }

  end(text: string): unknown {
    this.#rest += text;
    if (this.#head === null) return JSON.parse(this.#rest);
    const last = JSON.parse(this.#head + withoutComma(this.#rest)) as {
      data: unknown[] | { rows: unknown[] };
    };
    const rest = Array.isArray(last.data) ? last.data : last.data.rows;
    for (const row of rest) this.#rows.push(row);
    if (Array.isArray(last.data)) last.data = this.#rows;
    else last.data.rows = this.#rows;
    return last;
  }

  #takeHead(): string | null {
    const [head] = beforeRows.exec(this.#rest) ?? [];
    if (head === undefined) return null;
    this.#rest = this.#rest.slice(head.length);
    if (head.includes('"full":false')) this.#began = undefined;
    return head;
  }

  #begin(): boolean {
    const began = this.#began;
    this.#began = undefined;
    began?.(this.#rows.slice(0, firstRows));
    return began !== undefined;
  }
}

function withoutComma(lines: string): string {
  return lines.replace(/^[\s,]+/, '');
}
