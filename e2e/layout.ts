import type { Page } from '@playwright/test';
import { atRest } from './product';

/** What WCAG 2.2, 1.4.12 lets a reader set. */
const spacing = `
  * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
  p { margin-bottom: 2em !important; }
`;

/** The lost texts of a page whose reader sets all of that. */
export async function lostTextsSpaced(page: Page): Promise<string[]> {
  await page.evaluate((rules) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(rules);
    document.adoptedStyleSheets.push(sheet);
  }, spacing);
  await atRest(page);
  const lost = await lostTexts(page);
  await page.evaluate(() => document.adoptedStyleSheets.pop());
  return lost;
}

/** Texts that are cut off where no scroll bar, title or open cell leads to the rest, or that leave their control. */
export async function lostTexts(page: Page): Promise<string[]> {
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
        if (style.clipPath !== 'none' || style.getPropertyValue('clip') !== 'auto')
          return ['unseen', at];
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

/** The parts of the page that are wider than the screen, with their widths; a table may scroll inside itself. */
export async function widerThanScreen(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const frames = [document.scrollingElement, document.querySelector('main')];
    return frames.flatMap((frame) =>
      frame !== null && frame.scrollWidth > frame.clientWidth
        ? [`${frame.tagName} ${frame.scrollWidth} > ${frame.clientWidth}`]
        : [],
    );
  });
}
