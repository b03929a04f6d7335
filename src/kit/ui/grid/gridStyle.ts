import type { CSSProperties } from 'react';
import { rowHeight } from './density';
import type { Column } from './tableColumn';

const headHeight = 36;
const leastHeight = 240;
const actionWidth = 28;
const selectWidth = 32;

interface Shape<Row> {
  columns: readonly Column<Row>[];
  actions: number;
  rows: number;
  selects: boolean;
}

export function gridStyle<Row>({ columns, actions, rows, selects }: Shape<Row>): CSSProperties {
  const actionsWidth = actions === 0 ? 0 : Math.max(72, actions * actionWidth + 20);
  const widths = columns.map(({ width }) => `minmax(${width}px, ${width}fr)`);
  // Paper cannot scroll: there all columns share its width.
  const printed = columns.map(({ width }) => `minmax(0, ${width}fr)`).join(' ');
  if (actions > 0) widths.push(`${actionsWidth}px`);
  const before = selects ? selectWidth : 0;
  if (selects) widths.unshift(`${before}px`);
  const total = columns.reduce((sum, { width }) => sum + width, actionsWidth + before);
  return {
    '--dt-columns': widths.join(' '),
    '--dt-printed': printed,
    '--dt-before': `${before}px`,
    '--dt-first': `${before + (columns[0]?.width ?? 0)}px`,
    '--dt-actions': `${actionsWidth}px`,
    '--dt-width': `${total}px`,
    '--dt-least': `${Math.min(leastHeight, headHeight + rows * rowHeight())}px`,
    '--row-height': `${rowHeight()}px`,
  } as CSSProperties;
}
