import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { helpPages } from './scripts/help-pages.mjs';
import { screenPages } from './scripts/screen-pages.mjs';

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

/** Has V8 compile whole files beside the page's own work, in place of each function when it is first called. */
function compiledAhead(): Plugin {
  return {
    name: 'compiled-ahead',
    apply: 'build',
    generateBundle: {
      // After the bundler has written its own first line: the word counts at the very beginning alone.
      order: 'post',
      handler: (_, bundle) => {
        for (const file of Object.values(bundle)) {
          if (file.type === 'chunk') file.code = `//# allFunctionsCalledOnLoad\n${file.code}`;
        }
      },
    },
  };
}

/** A short name for a class of a stylesheet: which sheet, and where in it. */
function shortName(name: string, file: string, css: string): string {
  const sheet = createHash('sha256')
    .update(path.relative(import.meta.dirname, file))
    .digest('base64url');
  const at = css.search(new RegExp(`\\.${name}(?![\\w-])`));
  return `_${sheet.slice(0, 4)}${at.toString(36)}`;
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

/**
 * Lets the bundler leave out the values of a file that a page does not use, where some of them are schemas: those would
 * bring their library (docs/decisions/0088-what-a-first-visit-loads.md). A file that describes records does nothing else.
 */
function unusedSchemas(): Plugin {
  return {
    name: 'unused-schemas',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\/src\/.+\.ts$/, code: /from '(zod|.+-schemas)'/ },
      handler(code) {
        const values = this.parse(code, { lang: 'ts' }).body.flatMap((each) => {
          const declared = each.type === 'ExportNamedDeclaration' ? each.declaration : each;
          return declared?.type === 'VariableDeclaration' ? declared.declarations : [];
        });
        const marked = values.reduceRight((text, { init }) => {
          if (!init || /Function|Literal/.test(init.type)) return text;
          const value = text.slice(init.start, init.end);
          return `${text.slice(0, init.start)}/* @__PURE__ */ (() => (${value}))()${text.slice(init.end)}`;
        }, code);
        return { code: marked, map: null, moduleSideEffects: false };
      },
    },
  };
}

/** Makes the script of public forms a single small file with a name of its own, without anything of the program. */
function leadForm(): Plugin {
  return {
    name: 'lead-form',
    apply: 'build',
    async generateBundle() {
      const { rolldown } = await import('rolldown');
      const bundle = await rolldown({
        input: 'src/modules/connections/lead-sources/screens/public-form.client.ts',
      });
      const { output } = await bundle.generate({ format: 'es', minify: true });
      this.emitFile({ type: 'asset', fileName: 'lead-form.js', source: output[0].code });
    },
  };
}

/** The server offers no WebTransport: what its client would need of it stays out. */
function noWebTransport(): Plugin {
  return {
    name: 'no-web-transport',
    apply: 'build',
    load: {
      filter: { id: /engine\.io-client.build.esm.transports.index\.js$/ },
      handler: () => `import { XHR } from './polling-xhr.js';
        import { WS } from './websocket.js';
        export const transports = { websocket: WS, polling: XHR };`,
    },
  };
}

/** What the sign-in page and nearly all others are made of. */
const inputs = [
  '@mantine.core.esm.components.(Loader|Button|Transition|Input|InputBase|TextInput|ActionIcon).',
  '@mantine.core.esm.core.styles-api.use-resolved',
  '@mantine.hooks.esm.(use-id|use-media-query|use-did-update|use-uncontrolled)',
  '@tanstack.react-router',
  'src.kit.ui.calls.(drafts|browser-store|reportFailure)',
  'src.kit.ui.theme.(classNames|SoftText)',
  'src.kit.ui.hooks.lazyPart',
];
/** What pages of lists have in common. The schemas are no part of it: they would bring their library. */
const lists = [
  'src.kit.ui.(hooks|theme|elements|messages|inputs|calls|feeds|waiting|records|columns|cells|grid|list|bulk|shell|keys).',
  'src.kit.shared.(?!history|filters.(conditions|figures|kind-filters|row-te)|.*schemas)',
  'src.modules.(organization.(users|workspaces|company)|records.records).*(client|rules|workspaces.fields)',
  '@mantine.core.esm.components.(NativeSelect|Combobox.ComboboxChevron|Skeleton)',
  '@mantine.hooks.esm.use-window-event',
];
/** What filters are read by, which a dashboard does not need. */
const filters = ['src.kit.shared.filters.(conditions|kind-filters|row-te)'];
const forms = [
  '@mantine.core.esm.components.(Anchor|Text|PasswordInput).',
  'src.kit.ui.form.(useForm|useDraft|useSendKey|form-draft|draftParts|useFirstMessage).',
];
const dialogs = [
  // Pages of tabs alone have those.
  'node_modules.(@mantine(?!.core.esm.components.Tabs)|@floating-ui|react-remove|use-sidecar)',
  // What loads a dialog is part of each page, the dialog is not.
  'src.kit.ui.(dialog|form).(?!lazyDialog|ConfirmDelete)',
];
const anyOf = (parts: readonly string[]) => new RegExp(parts.join('|'));

// Small files pack badly, and each names those that it needs: what many pages share is one file
// (docs/decisions/0088-what-a-first-visit-loads.md).
const chunkGroups = [
  // What the page needs at once stays out of the lists, which a sign-in does not need.
  { name: 'base', tags: ['$initial' as const], priority: 4 },
  { name: 'inputs', test: anyOf(inputs), minShareCount: 27, priority: 3 },
  { name: 'lists', test: anyOf(lists), minShareCount: 26, priority: 2 },
  { name: 'icons', test: /@tabler/, minShareCount: 2, priority: 1 },
  { name: 'filters', test: anyOf(filters), minShareCount: 2, priority: 1 },
  { name: 'forms', test: anyOf(forms), minShareCount: 14, priority: 1 },
  { name: 'dialogs', test: anyOf(dialogs), minShareCount: 26 },
];

export default defineConfig({
  plugins: [
    inlinedClasses(),
    unusedSchemas(),
    noWebTransport(),
    react(),
    compiledAhead(),
    screenPages(),
    helpPages(),
    leadForm(),
    packed(),
  ],
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
    proxy: { '^/api/': api, '/socket.io': { target: api, ws: true } },
  },
});
