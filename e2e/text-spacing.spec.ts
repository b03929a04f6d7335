import type { Page } from '@playwright/test';
import { everyScreen, openScreen } from './every-screen';
import { enter, expect, test } from './product';

test.use({ sampleData: true });

/** What WCAG 2.2, 1.4.12 lets a reader set. */
const spacing = `
  * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
  p { margin-bottom: 2em !important; }
`;

async function setSpacing(page: Page): Promise<void> {
  await page.evaluate(async (rules) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(rules);
    document.adoptedStyleSheets.push(sheet);
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  }, spacing);
}

/** Texts that are cut off where no scroll bar, title or open cell leads to the rest, or that leave their control. */
async function lostTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const slack = 2;
    const controls = 'button, a, [data-badge], [role="gridcell"], th, td';
    // A chart measures its names as it is drawn; its figures are also in a table.
    const skipped = 'option, script, style, .recharts-wrapper';

    const isTaller = (text: DOMRect, box: DOMRect) =>
      text.bottom > box.bottom + slack || text.top < box.top - slack;
    const isBeyond = (text: DOMRect, box: DOMRect) =>
      isTaller(text, box) || text.right > box.right + slack || text.left < box.left - slack;

    /** The nearest element that cuts what is in it, and how it does. */
    const frameOf = (
      element: Element,
    ): [kind: 'open' | 'unseen' | 'short' | 'cut', at: Element] => {
      for (let at: Element | null = element; at && at !== document.body; at = at.parentElement) {
        const style = getComputedStyle(at);
        const { width, height } = at.getBoundingClientRect();
        if (style.clipPath !== 'none' || style.clip !== 'auto') return ['unseen', at];
        if (style.overflowX === 'visible' && style.overflowY === 'visible') continue;
        if (width <= 1 || height <= 1) return ['unseen', at];
        if (/auto|scroll/.test(`${style.overflowX} ${style.overflowY}`)) return ['open', at];
        const isShort = style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none';
        return [isShort && at.closest('[title], [data-cell]') ? 'short' : 'cut', at];
      }
      return ['open', document.body];
    };

    const problemOf = (text: DOMRect, element: Element): string | null => {
      const [kind, at] = frameOf(element);
      const frame = at.getBoundingClientRect();
      if (kind === 'unseen') return null;
      if (kind === 'short') return isTaller(text, frame) ? 'cut in height' : null;
      if (kind === 'cut') return isBeyond(text, frame) ? 'cut' : null;
      const control = element.closest(controls);
      if (!control || getComputedStyle(control).display === 'inline') return null;
      return isBeyond(text, control.getBoundingClientRect()) ? 'beyond its control' : null;
    };

    const found: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const { currentNode: node } = texts;
      const element = node.parentElement;
      const labels = (node.textContent ?? '').trim();
      if (!element || labels === '' || element.closest(skipped)) continue;
      if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const problem = problemOf(range.getBoundingClientRect(), element);
      if (problem !== null) found.push(`${problem}: ${labels.slice(0, 60)}`);
    }
    return found;
  });
}

const cases = [
  {
    name: 'with the text spacing of WCAG 1.4.12 on a phone',
    width: 390,
    height: 844,
    isSpaced: true,
  },
  { name: 'at 200 % zoom of 1440 px', width: 720, height: 450, isSpaced: false },
] as const;

for (const { name, isSpaced, ...viewport } of cases) {
  test(`no text of any screen is cut off ${name}`, async ({ browser, product }) => {
    test.setTimeout(300_000);
    const context = await browser.newContext({
      baseURL: product.url,
      reducedMotion: 'reduce',
      viewport,
    });
    await enter(context, product);
    const page = await context.newPage();
    const found: Record<string, string[]> = {};
    for (const path of everyScreen) {
      await openScreen(page, path);
      if (isSpaced) await setSpacing(page);
      const lost = await lostTexts(page);
      if (lost.length > 0) found[path] = lost;
    }
    expect(found).toEqual({});
    await context.close();
  });
}
