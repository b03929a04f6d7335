import { expect, test } from 'vitest';
import { placedActions, type RowAction } from './tableColumn';

const action = (key: string, isSecondary = false): RowAction<object> => ({
  key,
  label: () => key,
  icon: null,
  onClick: () => undefined,
  ...(isSecondary ? { isSecondary: () => true } : {}),
});

const placed = (actions: readonly RowAction<object>[]) => {
  const { icons, more } = placedActions(actions, {});
  return [icons, more].map((part) => part.map(({ key }) => key).join(' '));
};

test('up to four actions are icons, also the secondary ones', () => {
  expect(placed(['view', 'edit', 'delete'].map((key) => action(key)))).toEqual([
    'view edit delete',
    '',
  ]);
  expect(
    placed([action('view'), action('deliver', true), action('edit'), action('delete')]),
  ).toEqual(['view deliver edit delete', '']);
});

test('of more than four the secondary ones are in the menu first, then the last ones, in order', () => {
  expect(
    placed([
      action('view'),
      action('edit'),
      action('deliver', true),
      action('close', true),
      action('delete'),
    ]),
  ).toEqual(['view edit deliver delete', 'close']);
  expect(
    placed(['view', 'edit', 'send', 'pay', 'download', 'delete'].map((key) => action(key))),
  ).toEqual(['view edit send pay', 'download delete']);
});
