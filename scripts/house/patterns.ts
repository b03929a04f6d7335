import { type Expression, parseSync, Visitor } from 'oxc-parser';

export interface Pattern {
  /** Null where it is put together while the program runs, so that nothing can check it. */
  source: string | null;
  flags: string;
  /** Of its first character in the file. */
  offset: number;
}

/** The regular expressions of a file: literals, and calls of `RegExp`. */
export function patternsIn(path: string, text: string): Pattern[] {
  const patterns: Pattern[] = [];
  const add = (callee: Expression, args: readonly { type: string }[], offset: number): void => {
    if (callee.type !== 'Identifier' || callee.name !== 'RegExp') return;
    const [source = null, flags = ''] = args.map(textOf);
    patterns.push({ source: flags === null ? null : source, flags: flags ?? '', offset });
  };
  new Visitor({
    Literal: (node) => {
      if (!('regex' in node)) return;
      const { pattern: source, flags } = node.regex;
      patterns.push({ source, flags, offset: node.start });
    },
    NewExpression: (node) => add(node.callee, node.arguments, node.start),
    CallExpression: (node) => add(node.callee, node.arguments, node.start),
  }).visit(parseSync(path, text, { astType: 'ts' }).program);
  return patterns;
}

/** Null where it is not a plain text. */
function textOf(node: { type: string; value?: unknown }): string | null {
  return node.type === 'Literal' && typeof node.value === 'string' ? node.value : null;
}
