import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { Marked } from 'marked';

const folder = path.resolve('docs/product');

/**
 * Serves docs/product as pages: `pages/help/leads.html` for /help/leads, the index at /help. What imports one of the files
 * gets its title and its headings (docs/product/screens.md#help).
 * @returns {import('vite').Plugin}
 */
export function helpPages() {
  return {
    name: 'help-pages',
    transform: {
      filter: { id: /\/docs\/product\/[\w-]+\.md$/ },
      handler: (text) => ({
        code: `export default ${JSON.stringify(headingsOf(text))}`,
        map: null,
        moduleType: 'js',
      }),
    },
    configureServer(server) {
      server.middlewares.use('/help', (request, response, next) => {
        const name = request.url?.match(/^\/([\w-]+)/)?.[1] ?? 'README';
        readFile(path.join(folder, `${name}.md`), 'utf8').then((text) => {
          response.setHeader('content-type', 'text/html; charset=utf-8');
          response.end(pageOf(text));
        }, next);
      });
    },
    async generateBundle() {
      for (const file of await readdir(folder)) {
        const name = file === 'README.md' ? 'help' : `help/${path.basename(file, '.md')}`;
        const source = pageOf(await readFile(path.join(folder, file), 'utf8'));
        this.emitFile({ type: 'asset', fileName: `pages/${name}.html`, source });
      }
    },
  };
}

/** @param {string} text */
function headingsOf(text) {
  const [title = '', ...headings] = [...text.matchAll(/^#{1,6} +(.+)$/gm)].map(([, heading = '']) =>
    heading.replaceAll('`', ''),
  );
  return { title, headings };
}

const marked = new Marked({
  renderer: {
    heading({ tokens, depth }) {
      const html = this.parser.parseInline(tokens);
      return `<h${depth} id="${anchorOf(html)}">${html}</h${depth}>\n`;
    },
    link({ href, tokens }) {
      const html = this.parser.parseInline(tokens).replace(/^([\w-]+)\.md$/, '$1');
      const address = addressOf(href);
      return address === null ? html : `<a href="${address}">${html}</a>`;
    },
    table(token) {
      const row = (/** @type {import('marked').Tokens.TableCell[]} */ cells, tag = 'td') =>
        `<tr>${cells.map(({ tokens }) => `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`).join('')}</tr>`;
      const body = token.rows.map((cells) => row(cells)).join('');
      return `<div class="table" tabindex="0"><table><thead>${row(token.header, 'th')}</thead><tbody>${body}</tbody></table></div>\n`;
    },
  },
});

/** As links to headings are written: lower case, hyphens for spaces.
 * @param {string} heading
 */
export function anchorOf(heading) {
  return heading
    .replaceAll(/<[^>]*>/g, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}

/** Links to other documents of the repository have no page.
 * @param {string} href
 */
function addressOf(href) {
  if (/^(https:\/\/|#)/.test(href)) return href;
  const [, name, anchor = ''] = href.match(/^([\w-]+)\.md(#.*)?$/) ?? [];
  if (name === undefined) return null;
  return `${name === 'README' ? '/help' : `/help/${name}`}${anchor}`;
}

/** @param {string} text */
function pageOf(text) {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${headingsOf(text).title} · Manufacturing CRM reference</title>
<link rel="icon" href="/icon.svg">
<style>${style}</style>
</head>
<body>
<header><a href="/help">Reference</a><a href="/">Open Manufacturing CRM</a></header>
<main>
${marked.parse(text, { async: false })}</main>
</body>
</html>
`;
}

const style = `
:root { color-scheme: light dark; --line: light-dark(#dfe3ea, #363c4a); --soft: light-dark(#f4f6f9, #20252f); --link: light-dark(#364fc7, #91a7ff); }
body { margin: 0; font: 15px/1.6 system-ui, sans-serif; background: light-dark(#fff, #171b23); color: light-dark(#1b2130, #e4e7ee); }
header { display: flex; justify-content: space-between; gap: 24px; padding: 12px 24px; border-bottom: 1px solid var(--line); }
main { max-width: 860px; margin: 0 auto; padding: 8px 24px 64px; overflow-wrap: break-word; }
a { color: var(--link); }
h1, h2, h3 { line-height: 1.3; }
h2 { margin-top: 40px; padding-top: 12px; border-top: 1px solid var(--line); }
code, pre { font-family: ui-monospace, monospace; font-size: 0.92em; background: var(--soft); border-radius: 4px; }
code { padding: 1px 4px; }
pre { padding: 12px; overflow: auto; }
pre code { padding: 0; }
.table { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; }
th, td { padding: 6px 10px; border: 1px solid var(--line); text-align: left; vertical-align: top; }
th { background: var(--soft); }
`;
