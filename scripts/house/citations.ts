import type { Finding, Problem } from './finding';

type Texts = ReadonlyMap<string, string>;

const CITATION = /docs\/product\/([\w-]+\.md)(?:#([\p{L}\p{N}_-]+))?/gu;
const OUTSIDE = /\b[Ss]pec \d §|\b[Cc]ontract(?: §|: [A-Z])/g;
const OWN = 'scripts/house/citations';
const WHY = 'a reader follows the citation to learn what the product promises';

/**
 * Citations of the product's description without a target, and citations of documents outside the repository. `tree`
 * is the code; `docs` holds the files of docs/product by name.
 */
export function citationFindings(tree: Texts, docs: Texts): Finding[] {
  const anchors = new Map([...docs].map(([name, text]) => [name, headingAnchors(text)]));
  return [...tree].flatMap(([path, text]) => {
    // Landed migrations never change, including their comments.
    if (path.startsWith(OWN) || path.startsWith('migrations/')) return [];
    const at = (offset: number, problem: Problem): Finding => ({
      file: path,
      line: text.slice(0, offset).split('\n').length,
      ...problem,
    });
    const lost = [...text.matchAll(CITATION)].flatMap(
      ({ index, 0: cited, 1: name = '', 2: anchor }) => {
        const problem = citationProblem(cited, anchors.get(name), anchor);
        return problem ? [at(index, problem)] : [];
      },
    );
    const outside = [...text.matchAll(OUTSIDE)].map(({ index, 0: cited }) =>
      at(index, outsideProblem(cited)),
    );
    return [...lost, ...outside];
  });
}

/** The anchors of a Markdown file's headings, as in links: lower case, hyphens for spaces. */
export function headingAnchors(text: string): ReadonlySet<string> {
  const headings = [...text.matchAll(/^#{1,6} +(.+)$/gm)].map(([, heading = '']) => heading.trim());
  return new Set(
    headings.map((heading) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
}

function citationProblem(
  cited: string,
  anchors: ReadonlySet<string> | undefined,
  anchor: string | undefined,
): Problem | null {
  if (anchors && (anchor === undefined || anchors.has(anchor))) return null;
  return {
    wrong: `${cited} leads to no ${anchors ? 'heading' : 'file'}`,
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
