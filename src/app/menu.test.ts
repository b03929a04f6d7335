import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { stockUses } from '~/modules/organization/company/stock-uses.rules';
import { menuSections } from './menu';

/** Each entry of the table in docs/product/screens.md#menu, below its caption, with the words that say who has it. */
function documented() {
  const [, text = ''] = readFileSync('docs/product/screens.md', 'utf8').split('\n## Menu\n');
  const rows = text.trim().split('\n\n')[0]?.split('\n').slice(2) ?? [];
  let caption = '';
  return rows.flatMap((row) => {
    const [, first = '', entries = '', who = ''] = row
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .split('|')
      .map((cell) => cell.trim());
    caption = first || caption;
    const [, group, list = ''] = /^(?:([^:]+): )?(.*)$/.exec(entries) ?? [];
    return list.split(', ').map((each) => {
      const [, label = '', also = ''] = /^(.*?)(?: \((.*)\))?$/.exec(each) ?? [];
      return { at: [caption, group, label].filter(Boolean).join(': '), who: `${who} ${also}` };
    });
  });
}

function shown(...given: Parameters<typeof menuSections>): string[] {
  return menuSections(...given).flatMap(({ caption, entries }) =>
    entries.flatMap((entry) => {
      const parts = 'children' in entry ? entry.children : [null];
      return parts.map((part) =>
        [caption ?? 'none', entry.label, part?.label].filter(Boolean).join(': '),
      );
    }),
  );
}

it.each(
  (['admin', 'user'] as const).flatMap((role) =>
    (['gst', 'single'] as const).flatMap((mode) =>
      [stockUses, []].map((uses) => [role, mode, uses] as const),
    ),
  ),
)('has the entries of its page, in their order, for %s, by %s, in use: %j', (role, mode, uses) => {
  const hidden = [
    ...(role === 'user' ? [/administrators/] : []),
    ...(mode === 'single' ? [/`gst`/] : []),
    ...(uses.length === 0 ? [/in use/] : []),
  ];
  const expected = documented().filter(({ who }) => !hidden.some((pattern) => pattern.test(who)));
  expect(shown({ role, rights: null }, mode, uses)).toEqual(expected.map(({ at }) => at));
});
