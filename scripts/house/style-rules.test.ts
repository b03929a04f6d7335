import { describe, expect, it } from 'vitest';
import { classProblems, measureProblems } from './style-rules';

const SHEET = 'src/modules/sales/leads/screens/LeadCard.module.css';
const CARD = 'src/modules/sales/leads/screens/LeadCard.tsx';

function problemsOf(css: string, code: string): string[] {
  const tree = new Map([
    ['src/kit/ui/theme/base.css', '.amount { text-align: right; }'],
    [SHEET, css],
    [CARD, `import classes from './LeadCard.module.css';\n${code}`],
  ]);
  return classProblems(tree).map(({ file, line, wrong }) => `${file}:${line} ${wrong}`);
}

function literalsOf(css: string): number {
  return measureProblems(SHEET, css).length;
}

describe('classes of a stylesheet', () => {
  it('finds nothing where each class is used and each used one is there', () => {
    const css =
      '/* .old */\n.card:is(.late, [data-x=".y"]) > b { mask: url(a.svg); }\n@media print { .card { color: red; } }';
    expect(problemsOf(css, 'const a = [classes.card, classes.late];')).toEqual([]);
  });

  it('names a class that no file uses, with its line', () => {
    expect(
      problemsOf('.card { color: red; }\n.left { color: red; }', 'const a = classes.card;'),
    ).toEqual([`${SHEET}:2 class 'left' is used by no file that imports this stylesheet`]);
  });

  it('names a class that is in code but not in the stylesheet', () => {
    expect(
      problemsOf('.card { color: red; }', 'const a = classes.card;\nconst b = classes.crad;'),
    ).toEqual([`${CARD}:3 no class 'crad' in ${SHEET}`]);
  });

  it('does not count what only comments and strings mention', () => {
    expect(
      problemsOf('.card { color: red; }', "// classes.card\nconst a = 'classes.card';"),
    ).toHaveLength(1);
  });

  it('lets a stylesheet reach for names of Mantine and of base.css alone', () => {
    const css = '.card :global(.mantine-Input-input), .card :global(.amount) { color: red; }';
    expect(problemsOf(css, 'const a = classes.card;')).toEqual([]);
    expect(
      problemsOf(`${css}\n.card :global(.badge) { color: red; }`, 'const a = classes.card;'),
    ).toEqual([`${SHEET}:2 the class 'badge' of another stylesheet`]);
  });

  it.each(['switch', 'lead-card', 'Card'])('refuses the name %s', (name) => {
    expect(problemsOf(`.${name} { color: red; }`, '')).toEqual([
      `${SHEET}:1 a class called '${name}'`,
    ]);
  });
});

describe('measures', () => {
  it.each([
    'padding: 12px',
    'margin: 0 8px',
    'column-gap: 4px',
    'margin-top: -4px',
    'font-size: 13px',
    'font-size: 0.8rem',
    'border-radius: 5px 0',
    'border-top-left-radius: 7px',
    'padding: calc(100% - 16px)',
  ])('refuses %s', (declaration) => expect(literalsOf(`.card { ${declaration}; }`)).toBe(1));

  it.each([
    'padding: var(--space-12) 1px 0 28px',
    'margin: calc(-1 * var(--space-4)) auto',
    'font-size: var(--text-xs)',
    'border-radius: 50%',
    'border-radius: var(--radius-md)',
    'width: 12px',
    'scroll-padding: 36px 0',
    'line-height: 20px',
  ])('lets %s be', (declaration) => expect(literalsOf(`.card { ${declaration}; }`)).toBe(0));

  it.each(['(max-width: 767px)', '(width < 640px)', '(min-width: 48em)', '(width >= 1100px)'])(
    'refuses the breakpoint %s',
    (query) => expect(literalsOf(`@media ${query} { .card { color: red; } }`)).toBe(1),
  );

  it.each(['(width < 480px)', '(width >= 768px)', '(width < 992px)', '(pointer: coarse)', 'print'])(
    'lets the media query %s be',
    (query) => expect(literalsOf(`@media ${query} { .card { color: red; } }`)).toBe(0),
  );

  it('lets the tokens themselves be literal', () => {
    const css = ':root { --space-4: 4px; font-size: 13px; }';
    expect(measureProblems('src/kit/ui/theme/tokens.css', css)).toEqual([]);
  });
});
