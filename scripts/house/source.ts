import { type Expression, parseSync, type Span, type Statement, Visitor } from 'oxc-parser';

export interface Comment {
  start: number;
  text: string;
}

export interface Import {
  specifier: string;
  offset: number;
}

export interface Source {
  /**
   * The text with everything that is not code made blank: comments, JSX text and the content of strings, templates and
   * regular expressions. It has the length and the line breaks of the original, so offsets are the same in both.
   */
  code: string;
  comments: readonly Comment[];
  imports: readonly Import[];
  /** Strings, JSX text, and the pieces of templates between their values, each with the offset of its first character. */
  texts: readonly { offset: number; text: string }[];
  isBarrel: boolean;
}

export function readSource(path: string, text: string): Source {
  const { program, comments } = parseSync(path, text, { astType: 'ts' });
  const blanks: Span[] = [...comments, ...(program.hashbang ? [program.hashbang] : [])];
  const sources: Expression[] = [];
  const texts: Source['texts'][number][] = [];
  const visitor = new Visitor({
    ImportDeclaration: ({ source }) => sources.push(source),
    ExportAllDeclaration: ({ source }) => sources.push(source),
    ExportNamedDeclaration: ({ source }) => source && sources.push(source),
    ImportExpression: ({ source }) => sources.push(source),
    TSImportType: ({ source }) => sources.push(source),
    TSExternalModuleReference: ({ expression }) => sources.push(expression),
    CallExpression: ({ callee, arguments: [source] }) => {
      const isRequire = callee.type === 'Identifier' && callee.name === 'require';
      if (isRequire && source?.type === 'Literal') sources.push(source);
    },
    Literal: (node) => {
      const hasText = typeof node.value === 'string' || 'regex' in node;
      if (hasText) blanks.push({ start: node.start + 1, end: node.end - 1 });
      if (typeof node.value === 'string') texts.push({ offset: node.start + 1, text: node.value });
    },
    TemplateElement: ({ start, end, tail, value }) => {
      blanks.push({ start: start + 1, end: end - (tail ? 1 : 2) });
      texts.push({ offset: start + 1, text: value.raw });
    },
    JSXText: (node) => {
      blanks.push(node);
      texts.push({ offset: node.start, text: node.value });
    },
  });
  visitor.visit(program);
  return {
    code: blanked(text, blanks),
    comments: comments.map(({ start, end }) => ({ start, text: text.slice(start, end) })),
    imports: sources.flatMap(importOf),
    texts,
    isBarrel: program.body.length > 0 && program.body.every(isReExport),
  };
}

/** Nothing where the path is computed, which the linter refuses. */
function importOf(source: Expression): Import[] {
  const { type, start: offset } = source;
  if (type === 'Literal') return [{ specifier: String(source.value), offset }];
  return type === 'TemplateLiteral'
    ? [{ specifier: source.quasis[0]?.value.raw ?? '', offset }]
    : [];
}

function isReExport(statement: Statement): boolean {
  if (statement.type === 'ExportAllDeclaration') return true;
  return statement.type === 'ExportNamedDeclaration' && statement.source !== null;
}

function blanked(text: string, blanks: readonly Span[]): string {
  const sorted = [...blanks].sort((one, other) => one.start - other.start);
  let code = '';
  for (const { start, end } of sorted) {
    if (start < code.length) continue;
    code += text.slice(code.length, start);
    code += text.slice(start, end).replace(/[^\n]/g, ' ');
  }
  return code + text.slice(code.length);
}

export function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1))
    line += 1;
  return line;
}
