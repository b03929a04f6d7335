import { anchorOf } from '../help-pages.mjs';
import type { Finding, Problem } from './finding';
import { lineAt } from './source';

const CITATION = /(docs\/product\/[\w-]+\.md)(?:#([\p{L}\p{N}_-]+))?/gu;
const OUTSIDE = /\b[Ss]pec \d §|\b[Cc]ontract(?: §|: [A-Z])/g;
const OWN = 'scripts/house/citations';
const WHY = 'a reader follows the citation to learn what the product promises';

/** Citations of the product's description without a target, and citations of documents outside the repository. */
export function citationFindings(tree: ReadonlyMap<string, string>): Finding[] {
  return [...tree].flatMap(([file, text]) => {
    // Landed migrations never change, including their comments.
    if (file.startsWith(OWN) || file.startsWith('migrations/')) return [];
    const lost = [...text.matchAll(CITATION)].flatMap(
      ({ index, 0: cited, 1: path = '', 2: anchor }) => {
        const problem = citationProblem(cited, tree.get(path), anchor);
        return problem ? [{ index, problem }] : [];
      },
    );
    const outside = [...text.matchAll(OUTSIDE)].map(({ index, 0: cited }) => ({
      index,
      problem: outsideProblem(cited),
    }));
    return [...lost, ...outside].map(({ index, problem }) => ({
      file,
      line: lineAt(text, index),
      ...problem,
    }));
  });
}

/** The anchors of a Markdown file's headings, as in links: lower case, hyphens for spaces. */
export function headingAnchors(text: string): ReadonlySet<string> {
  const headings = [...text.matchAll(/^#{1,6} +(.+)$/gm)].map(([, heading = '']) => heading.trim());
  return new Set(headings.map(anchorOf));
}

function citationProblem(
  cited: string,
  page: string | undefined,
  anchor: string | undefined,
): Problem | null {
  const isPage = page !== undefined;
  if (isPage && (anchor === undefined || headingAnchors(page).has(anchor))) return null;
  return {
    wrong: `${cited} leads to no ${isPage ? 'heading' : 'file'}`,
    why: WHY,
    instead: 'cite a heading of docs/product, or write the missing one',
  };
}

function outsideProblem(cited: string): Problem {
  return {
    wrong: `'${cited}' cites what is not in the repository`,
    why: WHY,
    instead:
      'cite the heading of docs/product that says it, such as docs/product/orders.md#amounts',
  };
}
