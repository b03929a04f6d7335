import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const api = process.env['API_URL'] ?? 'http://127.0.0.1:3001';

/** Lays a packed copy beside each text file, once at build instead of at every visit. */
function packed(): Plugin {
  return {
    name: 'packed',
    apply: 'build',
    async writeBundle({ dir = 'dist/web' }) {
      const names = await readdir(dir, { recursive: true });
      const texts = names.filter((name) => /\.(js|css|html|svg)$/.test(name));
      await Promise.all(texts.map((name) => pack(path.join(dir, name))));
    },
  };
}

async function pack(file: string): Promise<void> {
  const text = await readFile(file);
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };
  await writeFile(`${file}.br`, await promisify(brotliCompress)(text, quality));
  await writeFile(`${file}.gz`, await promisify(gzip)(text, { level: 9 }));
}

/** A short name for a class of a stylesheet: which sheet, and where in it. */
function shortName(name: string, file: string, css: string): string {
  const sheet = createHash('sha256')
    .update(path.relative(import.meta.dirname, file))
    .digest('base64url');
  const place = css.search(new RegExp(`\\.${name}(?![\\w-])`));
  return `_${sheet.slice(0, 4)}${place.toString(36)}`;
}

/** Lets the bundler write the name of a class where it is used, instead of an object of all names. */
function inlinedClasses(): Plugin[] {
  return [
    {
      name: 'inlined-classes',
      apply: 'build',
      enforce: 'pre',
      transform: {
        filter: { id: /\.tsx?$/ },
        handler: (code) =>
          code.replace(/^import (\w+) from (?='[^']+\.module\.css')/gm, 'import * as $1 from '),
      },
    },
    {
      name: 'inlined-classes-keep-styles',
      apply: 'build',
      enforce: 'post',
      transform: {
        filter: { id: /\.module\.css$/ },
        // Without its exports, all used up, the bundler would leave the stylesheet out.
        handler: (code) => ({ code, map: null, moduleSideEffects: 'no-treeshake' }),
      },
    },
  ];
}

// What nearly every chunk needs, and all icons, pack better in one file each than in many small ones.
const chunkGroups = [
  { name: 'core', test: /node_modules|src.kit.(ui|shared)/, minShareCount: 90, priority: 1 },
  { name: 'icons', test: /@tabler/ },
  // What the page needs at once stays out of the lists, which a sign-in does not need.
  { name: 'base', tags: ['$initial' as const], priority: 2 },
  {
    name: 'forms',
    test: /@tanstack.react-router|src.kit.ui.data.(drafts|browser-store)/,
    priority: 1,
  },
  {
    name: 'lists',
    test: /src.kit.ui.data.(list|own|row|computed|saveIn|useMissing|live|idle)|src.kit.ui.hooks.slices/,
    minShareCount: 2,
  },
];

export default defineConfig({
  plugins: [inlinedClasses(), react(), packed()],
  css: { modules: { generateScopedName: shortName } },
  resolve: { tsconfigPaths: true },
  build: {
    outDir: 'dist/web',
    target: 'es2022',
    // An older target makes the minifier rewrite light-dark() into variables that Mantine never sets.
    cssTarget: ['chrome123', 'safari17.5', 'firefox120'],
    modulePreload: { polyfill: false },
    rolldownOptions: {
      optimization: { inlineConst: { mode: 'all', pass: 2 } },
      output: { codeSplitting: { groups: chunkGroups } },
    },
  },
  worker: { format: 'es' },
  server: {
    port: 3000,
    strictPort: true,
    proxy: { '/api': api, '/socket.io': { target: api, ws: true } },
  },
});
