import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** @typedef {import('vite').Rolldown.OutputBundle} Bundle */

const screens = path.resolve('src/app/screens.tsx');
/** The modules around every screen. */
const frame = [path.resolve('src/app/Shell.tsx'), path.resolve('src/app/RightGuard.tsx')];

/**
 * Writes its own page for each screen with a fixed path, `pages/leads.html` for /leads: index.html with the names of all
 * files that the screen begins with (docs/decisions/0102-a-page-for-each-screen.md).
 * @returns {import('vite').Plugin}
 */
export function screenPages() {
  return {
    name: 'screen-pages',
    apply: 'build',
    generateBundle: {
      order: 'post',
      async handler(_, bundle) {
        const index = bundle['index.html'];
        if (index?.type !== 'asset') return;
        const page = String(index.source);
        const modules = this.getModuleInfo(screens)?.dynamicallyImportedIds ?? [];
        const paths = await screenPaths(modules.length);
        for (const [at, module] of modules.entries()) {
          const own = paths[at] ?? '';
          if (own.includes('$')) continue;
          const source = page.replace('  </head>', `${linksOf(bundle, module, page)}  </head>`);
          this.emitFile({
            type: 'asset',
            fileName: `pages${own === '/' ? '/index' : own}.html`,
            source,
          });
        }
      },
    },
  };
}

/**
 * The paths in the order of their screens; fails where these are not as many as what they load.
 * @param {number} count
 */
async function screenPaths(count) {
  const text = await readFile(screens, 'utf8');
  const paths = [...text.matchAll(/\bpath: '([^']+)'/g)].map(([, found]) => found);
  if (paths.length === count) return paths;
  throw new Error(`screens.tsx has ${paths.length} paths and loads ${count} modules.`);
}

/**
 * Links to the files of a screen that the page does not name yet, styles after those that they build upon.
 * @param {Bundle} bundle
 * @param {string} module
 * @param {string} page
 */
function linksOf(bundle, module, page) {
  const scripts = new Set();
  const styles = new Set();
  /** @param {string} file */
  const take = (file) => {
    const chunk = bundle[file];
    if (chunk?.type !== 'chunk' || scripts.has(file)) return;
    scripts.add(file);
    chunk.imports.forEach(take);
    for (const style of chunk.viteMetadata?.importedCss ?? []) styles.add(style);
  };
  for (const each of [...frame, module]) take(fileOf(bundle, each));
  const link = (/** @type {string} */ rel) => (/** @type {string} */ file) =>
    page.includes(`"/${file}"`) ? '' : `    <link rel="${rel}" crossorigin href="/${file}">\n`;
  return [...[...scripts].map(link('modulepreload')), ...[...styles].map(link('stylesheet'))].join(
    '',
  );
}

/**
 * @param {Bundle} bundle
 * @param {string} module
 */
function fileOf(bundle, module) {
  for (const each of Object.values(bundle))
    if (each.type === 'chunk' && each.moduleIds.includes(module)) return each.fileName;
  throw new Error(`No file has the module "${module}".`);
}
