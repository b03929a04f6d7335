/** A comment of a source file; `start` is its offset, `text` includes the comment marks. */
export interface Comment {
  start: number;
  text: string;
}

/**
 * A source file with everything that is not code made blank. `code` has the length and the line
 * breaks of the original, so an offset in one is an offset in the other; quotes stay, their content goes.
 */
export interface Scan {
  code: string;
  comments: readonly Comment[];
}

type Mode = 'code' | 'template' | 'tag' | 'children';

const WORDS_BEFORE_EXPRESSION = new Set(
  'return typeof case do else in of instanceof new void delete throw await yield default'.split(
    ' ',
  ),
);
const TAG_START = /<(>|[A-Za-z][\w.:-]*)/y;

class Scanner {
  readonly comments: Comment[] = [];
  private readonly out: string[];
  private readonly modes: Mode[] = ['code'];
  private at = 0;

  constructor(
    private readonly text: string,
    private readonly jsx: boolean,
  ) {
    this.out = text.split('');
  }

  run(): Scan {
    if (this.text.startsWith('#!')) this.comment('\n');
    while (this.at < this.text.length) {
      const mode = this.modes.at(-1) ?? 'code';
      if (mode === 'template') this.stepTemplate();
      else if (mode === 'tag') this.stepTag();
      else if (mode === 'children') this.stepChildren();
      else this.stepCode();
    }
    return { code: this.out.join(''), comments: this.comments };
  }

  private stepCode(): void {
    const char = this.text[this.at];
    if (this.skipComment()) return;
    if (char === "'" || char === '"') this.string(char);
    else if (char === '`') this.enter('template', 1);
    else if (char === '{') this.enter('code', 1);
    else if (char === '}') this.leave(1);
    else if (char === '/' && this.expressionStartsHere()) this.regex();
    else if (char === '<' && this.tagStartsHere()) this.openTag();
    else this.at += 1;
  }

  private stepTemplate(): void {
    const char = this.text[this.at];
    if (char === '`') this.leave(1);
    else if (this.text.startsWith('${', this.at)) this.enter('code', 2);
    else this.blankTo(this.at + (char === '\\' ? 2 : 1));
  }

  private stepTag(): void {
    const char = this.text[this.at];
    if (this.skipComment()) return;
    if (char === "'" || char === '"') this.attribute(char);
    else if (char === '{') this.enter('code', 1);
    else if (char === '<') this.typeArguments();
    else if (this.text.startsWith('/>', this.at)) this.leave(2);
    else if (char === '>') {
      this.leave(1);
      this.enter('children', 0);
    } else this.at += 1;
  }

  private stepChildren(): void {
    if (this.text.startsWith('</', this.at)) {
      const end = this.text.indexOf('>', this.at);
      this.leave((end < 0 ? this.text.length : end + 1) - this.at);
    } else if (this.text[this.at] === '{') this.enter('code', 1);
    else if (this.tagName() !== null) this.openTag();
    else this.blankTo(this.at + 1);
  }

  private enter(mode: Mode, width: number): void {
    this.modes.push(mode);
    this.at += width;
  }

  private leave(width: number): void {
    if (this.modes.length > 1) this.modes.pop();
    this.at += width;
  }

  private blankTo(end: number): void {
    const stop = Math.min(end, this.text.length);
    for (; this.at < stop; this.at += 1) {
      if (this.text[this.at] !== '\n') this.out[this.at] = ' ';
    }
  }

  private skipComment(): boolean {
    if (this.text.startsWith('//', this.at)) this.comment('\n');
    else if (this.text.startsWith('/*', this.at)) this.comment('*/');
    else return false;
    return true;
  }

  private comment(closing: '\n' | '*/'): void {
    const start = this.at;
    const found = this.text.indexOf(closing, start + 2);
    const end = found < 0 ? this.text.length : found + (closing === '\n' ? 0 : 2);
    this.comments.push({ start, text: this.text.slice(start, end) });
    this.blankTo(end);
  }

  /** A quote that is not closed on its line is a stray character, not the start of a string. */
  private string(quote: string): void {
    let end = this.at + 1;
    while (end < this.text.length && this.text[end] !== quote && this.text[end] !== '\n') {
      end += this.text[end] === '\\' ? 2 : 1;
    }
    this.at += 1;
    if (this.text[end] !== quote) return;
    this.blankTo(end);
    this.at = end + 1;
  }

  /** Attribute strings know no escapes and may hold line breaks. */
  private attribute(quote: string): void {
    const found = this.text.indexOf(quote, this.at + 1);
    this.at += 1;
    if (found < 0) return;
    this.blankTo(found);
    this.at = found + 1;
  }

  private regex(): void {
    let end = this.at + 1;
    let inClass = false;
    while (end < this.text.length && this.text[end] !== '\n') {
      const char = this.text[end];
      if (char === '/' && !inClass) break;
      if (char === '[') inClass = true;
      else if (char === ']') inClass = false;
      end += char === '\\' ? 2 : 1;
    }
    this.at += 1;
    if (this.text[end] !== '/') return;
    this.blankTo(end);
    this.at = end + 1;
  }

  /** Whether an expression (and so a regular expression or a JSX tag) may begin here, not an operator. */
  private expressionStartsHere(): boolean {
    let before = this.at - 1;
    while (before >= 0 && /\s/.test(this.out[before] ?? '')) before -= 1;
    const char = this.out[before];
    if (char === undefined) return true;
    if (/[\w$]/.test(char)) {
      const word = /(?<![\w$.])[a-z]+$/.exec(
        this.out.slice(Math.max(0, before - 12), before + 1).join(''),
      );
      return word !== null && WORDS_BEFORE_EXPRESSION.has(word[0]);
    }
    if (char === '+' || char === '-') return this.out[before - 1] !== char;
    return !')]}\'"`'.includes(char);
  }

  private tagName(): string | null {
    TAG_START.lastIndex = this.at;
    return TAG_START.exec(this.text)?.[1] ?? null;
  }

  private tagStartsHere(): boolean {
    const name = this.jsx ? this.tagName() : null;
    if (name === null || !this.expressionStartsHere()) return false;
    if (name === '>') return true;
    const rest = this.text.slice(this.at + 1 + name.length);
    if (name === 'const' || /^\s*(,|=|extends\b)/.test(rest)) return false;
    // `<T>(value: T) => …` in a type looks like a tag, but nothing closes it.
    return !rest.startsWith('>') || rest.includes(`</${name}`);
  }

  private openTag(): void {
    const name = this.tagName() ?? '';
    if (name === '>') this.enter('children', 2);
    else this.enter('tag', 1 + name.length);
  }

  private typeArguments(): void {
    let depth = 0;
    for (; this.at < this.text.length; this.at += 1) {
      const char = this.text[this.at];
      if (char === '<') depth += 1;
      else if (char === '>' && this.text[this.at - 1] !== '=') depth -= 1;
      if (depth === 0) break;
    }
    this.at += 1;
  }
}

/** Separates code from comments, strings, regular expressions and JSX text; `path` decides whether JSX is read. */
export function scan(path: string, text: string): Scan {
  return new Scanner(text, /\.[jt]sx$/.test(path)).run();
}

/** The line number, from 1, of an offset. */
export function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1))
    line += 1;
  return line;
}
