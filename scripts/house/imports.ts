import { posix } from 'node:path';
import { lineAt, type Scan } from './scan';

/** One import of a file: static, for its effects, of types, dynamic, or a re-export. */
export interface Import {
  specifier: string;
  line: number;
}

/** Every file of the repository that counts, path (with `/`) to text. */
export type Tree = ReadonlyMap<string, string>;

/** Where an import leads: a file of the repository, a package, or nowhere. */
export type Target =
  | { kind: 'file'; path: string }
  | { kind: 'package'; name: string }
  | { kind: 'missing'; path: string };

const NOT_A_PART = String.raw`(?<![\w$.])`;
const STATIC = new RegExp(
  `${NOT_A_PART}import\\b(?!\\s*[.(])(?:[^'"\`;()=]*?\\bfrom\\b)?\\s*['"]`,
  'g',
);
const CALLED = new RegExp(`${NOT_A_PART}(?:import|require)\\s*\\(\\s*['"]`, 'g');
const COMPUTED = new RegExp(`${NOT_A_PART}import\\s*\\(\\s*(?!['"\\s])`, 'g');
const RE_EXPORT = new RegExp(
  `${NOT_A_PART}export\\s*(?:type\\b\\s*)?(?:\\*(?:\\s*as\\s+[\\w$]+)?|\\{[^}]*\\})\\s*from\\s*['"]`,
  'g',
);
const EXTENSIONS = ['', '.ts', '.tsx', '.mjs', '.js', '/index.ts', '/index.tsx'];

/** All imports of a file in the order of their lines; `source` is what `scan` made of `text`. */
export function readImports(text: string, source: Scan): Import[] {
  const found = new Map<number, Import>();
  for (const pattern of [STATIC, CALLED, RE_EXPORT]) {
    for (const match of source.code.matchAll(pattern)) {
      const start = match.index + match[0].length;
      const quote = match[0].at(-1) ?? "'";
      const specifier = text.slice(start, source.code.indexOf(quote, start));
      found.set(start, { specifier, line: lineAt(text, start) });
    }
  }
  return [...found.entries()].sort(([one], [other]) => one - other).map(([, entry]) => entry);
}

/** Lines of dynamic imports whose path is computed, so that nobody can follow them. */
export function computedImports(source: Scan): number[] {
  return [...source.code.matchAll(COMPUTED)].map((match) => lineAt(source.code, match.index));
}

/** Whether a file holds nothing but re-exports. */
export function isBarrel(source: Scan): boolean {
  const rest = source.code.replace(new RegExp(`${RE_EXPORT.source}\\s*['"]\\s*;?`, 'g'), '');
  return rest !== source.code && rest.trim() === '';
}

/** Follows an import from a file: `~/x` is `src/x`, extensions may be left out, `?url` and the like are ignored. */
export function resolveImport(from: string, specifier: string, tree: Tree): Target {
  const bare = specifier.replace(/\?.*$/, '');
  const isLocal = bare.startsWith('.') || bare.startsWith('~/') || bare.startsWith('/');
  if (!isLocal) return { kind: 'package', name: packageName(bare) };
  const base = bare.startsWith('~/')
    ? posix.join('src', bare.slice(2))
    : posix.join(bare.startsWith('/') ? '' : posix.dirname(from), bare.replace(/^\/+/, ''));
  const written = /\.m?js$/.test(base)
    ? [base, base.replace(/js$/, 'ts'), base.replace(/js$/, 'tsx')]
    : [];
  const candidates = [...written, ...EXTENSIONS.map((extension) => base + extension)];
  const path = candidates.find((candidate) => tree.has(candidate));
  return path === undefined ? { kind: 'missing', path: base } : { kind: 'file', path };
}

function packageName(specifier: string): string {
  if (specifier.startsWith('node:')) return specifier;
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
}
