import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { headingAnchors } from '../../../scripts/house/citations';
import { help } from './help';
import { screens } from '../screens';

it('explains every screen, and no other', () => {
  const paths = screens.map(({ path }) => path);
  expect(Object.keys(help).toSorted()).toEqual(paths.toSorted());
});

it.each(Object.entries(help))('leads from %s to a page of the reference', (_, { reference }) => {
  const [page, anchor] = reference.split('#');
  const text = readFileSync(`docs/product/${page}.md`, 'utf8');
  expect(anchor === undefined || headingAnchors(text).has(anchor)).toBe(true);
});
