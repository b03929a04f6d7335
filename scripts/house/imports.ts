import { posix } from 'node:path';

export type Tree = ReadonlyMap<string, string>;

export type Target =
  | { kind: 'file'; path: string }
  | { kind: 'package'; name: string }
  | { kind: 'missing'; path: string };

const EXTENSIONS = ['', '.ts', '.tsx', '.mjs', '.js', '/index.ts', '/index.tsx'];

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
