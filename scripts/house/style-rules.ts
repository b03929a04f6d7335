import type { Finding, Located, Problem } from './finding';
import { resolveImport, type Tree } from './imports';
import { lineAt, readSource } from './source';

const MODULE = /\.module\.css$/;
const BASE = 'src/kit/ui/theme/base.css';
const TOKENS = 'src/kit/ui/theme/tokens.css';
const WIDTHS: readonly string[] = ['480px', '768px', '992px'];
const SPACES = /^(?:padding|margin|scroll-margin)(?:-[a-z-]+)?$|^(?:row-|column-)?gap$/;
/** Words that no variable may have, as each class becomes one in the built product. */
const RESERVED =
  /^(?:break|case|class|const|continue|default|delete|do|else|enum|export|extends|for|function|if|import|in|new|null|package|private|public|return|static|super|switch|this|throw|true|try|var|void|while|with|yield)$/;
/** Smaller values are hairlines, larger ones make room for something of that width. */
const LEAST_SPACE = 4;
const MOST_SPACE = 24;
const LEAST_RADIUS = 3;

interface Sheet {
  classes: Map<string, number>;
  globals: Map<string, number>;
}

export function classProblems(tree: Tree): Finding[] {
  const sheets = new Map(
    [...tree].filter(([path]) => MODULE.test(path)).map(([path, css]) => [path, readSheet(css)]),
  );
  const used = new Map([...sheets.keys()].map((path) => [path, new Set<string>()]));
  const findings: Finding[] = [];
  for (const [path, text] of tree) {
    if (!/\.tsx?$/.test(path) || !text.includes('.module.css')) continue;
    for (const { sheet, name, line } of usesOf(path, text, tree)) {
      used.get(sheet)?.add(name);
      const classes = sheets.get(sheet)?.classes;
      if (classes && !classes.has(name))
        findings.push({ file: path, line, ...missing(name, sheet) });
    }
  }
  for (const [path, { classes, globals }] of sheets) {
    const css = tree.get(path) ?? '';
    for (const [name, offset] of classes) {
      const at = { file: path, line: lineAt(css, offset) };
      if (!/^[a-z][A-Za-z0-9]*$/.test(name) || RESERVED.test(name))
        findings.push({ ...at, ...unspeakable(name) });
      else if (!used.get(path)?.has(name)) findings.push({ ...at, ...unused(name) });
    }
    for (const [name, offset] of globals)
      if (!name.startsWith('mantine-') && !readSheet(tree.get(BASE) ?? '').classes.has(name))
        findings.push({ file: path, line: lineAt(css, offset), ...foreign(name) });
  }
  return findings;
}

interface Use {
  sheet: string;
  name: string;
  line: number;
}

function usesOf(path: string, text: string, tree: Tree): Use[] {
  const { code } = readSource(path, text);
  const imports = text.matchAll(/^import (\w+) from '([^']+\.module\.css)';$/gm);
  return [...imports].flatMap(([, local = '', specifier = '']) => {
    const target = resolveImport(path, specifier, tree);
    if (target.kind !== 'file') return [];
    const uses = code.matchAll(new RegExp(`(?<![\\w$.])${local}\\.(\\w+)`, 'g'));
    return [...uses].map(({ 1: name = '', index }) => ({
      sheet: target.path,
      name,
      line: lineAt(text, index),
    }));
  });
}

function readSheet(css: string): Sheet {
  const classes = new Map<string, number>();
  const globals = new Map<string, number>();
  for (const { 0: selector, index } of plain(css).matchAll(/[^{};]+(?=\{)/g)) {
    if (/^\s*@/.test(selector)) continue;
    for (const { 1: outer, 2: name = '', index: at } of selector.matchAll(
      /(:global\()?\.([A-Za-z][\w-]*)/g,
    )) {
      const found = outer === undefined ? classes : globals;
      if (!found.has(name)) found.set(name, index + at);
    }
  }
  return { classes, globals };
}

function plain(css: string): string {
  return css.replace(/\/\*[\s\S]*?\*\/|url\([^)]*\)|"[^"]*"/g, (found) =>
    found.replace(/\S/g, ' '),
  );
}

/** Measures and breakpoints of a stylesheet that are not tokens. */
export function measureProblems(path: string, css: string): Located[] {
  if (!path.startsWith('src/') || path === TOKENS) return [];
  const text = plain(css);
  return [...widthProblems(text), ...tokenProblems(text)];
}

function widthProblems(text: string): Located[] {
  return [...text.matchAll(/@media[^{]*/g)].flatMap(({ 0: query, index }) =>
    [...query.matchAll(/width\s*(?::|[<>]=?)\s*([\d.a-z]+)/g)]
      .filter(({ 1: width = '' }) => !WIDTHS.includes(width))
      .map(({ 1: width = '', index: at }) => ({ offset: index + at, problem: breakpoint(width) })),
  );
}

function tokenProblems(text: string): Located[] {
  return [...text.matchAll(/(?<=[{;\s])([a-z-]+):\s*([^;{}]+)/g)]
    .filter(({ 1: property = '', 2: value = '' }) => isLiteral(property, value))
    .map(({ 0: found, index }) => ({ offset: index, problem: literal(found.trim()) }));
}

function isLiteral(property: string, value: string): boolean {
  const pixels = [...value.matchAll(/(?<![\w.])(\d+(?:\.\d+)?)(px|rem|em)\b/g)].map(([, n]) =>
    Number(n),
  );
  if (SPACES.test(property)) return pixels.some((n) => n >= LEAST_SPACE && n <= MOST_SPACE);
  if (property === 'font-size') return pixels.length > 0;
  return /^border(?:-[a-z]+)*-radius$/.test(property) && pixels.some((n) => n >= LEAST_RADIUS);
}

function unspeakable(name: string): Problem {
  return {
    wrong: `a class called '${name}'`,
    why: 'the build turns each class into a separate variable, named after the class alone',
    instead: 'write it in camelCase, and not as a word of the language',
  };
}

function missing(name: string, sheet: string): Problem {
  return {
    wrong: `no class '${name}' in ${sheet}`,
    why: 'the element stays without its style, and no type tells',
    instead: 'write the class, or take the name out',
  };
}

function unused(name: string): Problem {
  return {
    wrong: `class '${name}' is used by no file that imports this stylesheet`,
    why: 'rules that style nothing are read and kept for nothing',
    instead: 'take the rule out, or use the class',
  };
}

function foreign(name: string): Problem {
  return {
    wrong: `the class '${name}' of another stylesheet`,
    why: 'a component styles what it draws itself; reaching into another breaks when that one changes',
    instead: `give the part a property or a data attribute; :global is for Mantine's own names and for those of ${BASE}`,
  };
}

function breakpoint(width: string): Problem {
  return {
    wrong: `an additional breakpoint (${width})`,
    why: 'layouts that change at many widths cannot be looked at in all their combinations',
    instead: `use one of ${WIDTHS.join(', ')} (${TOKENS}), or a container query for what depends on its own room`,
  };
}

function literal(declaration: string): Problem {
  return {
    wrong: `a literal measure (${declaration})`,
    why: 'spacing, sizes of text and corners come from one scale, or no two screens look alike',
    instead: `use the nearest token of ${TOKENS}`,
  };
}
