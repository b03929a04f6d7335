import { type Expression, parseSync, Visitor } from 'oxc-parser';

export interface Pattern {
  source: string;
  flags: string;
  /** Of its first character in the file. */
  offset: number;
}

export interface Patterns {
  patterns: readonly Pattern[];
  /** Offsets of those that are put together while the program runs, which nothing can check. */
  computed: readonly number[];
}

/** The regular expressions of a file: literals, and `new RegExp` of a literal text. */
export function patternsIn(path: string, text: string): Patterns {
  const patterns: Pattern[] = [];
  const computed: number[] = [];
  const patternOf = (
    callee: Expression,
    args: readonly { type: string }[],
    offset: number,
  ): void => {
    if (callee.type !== 'Identifier' || callee.name !== 'RegExp') return;
    const [source, flags] = args.map(textOf);
    if (source === undefined || source === null || flags === null) computed.push(offset);
    else patterns.push({ source, flags: flags ?? '', offset });
  };
  new Visitor({
    Literal: (node) => {
      if (!('regex' in node)) return;
      const { pattern: source, flags } = node.regex;
      patterns.push({ source, flags, offset: node.start });
    },
    NewExpression: (node) => patternOf(node.callee, node.arguments, node.start),
    CallExpression: (node) => patternOf(node.callee, node.arguments, node.start),
  }).visit(parseSync(path, text, { astType: 'ts' }).program);
  return { patterns, computed };
}

/** Null where it is not a plain text. */
function textOf(node: { type: string; value?: unknown }): string | null {
  return node.type === 'Literal' && typeof node.value === 'string' ? node.value : null;
}
