/** A cell of the grid by its position; row -1 is the header. */
export interface GridPosition {
  row: number;
  column: number;
}

export interface GridSize {
  rows: number;
  columns: number;
  /** The column that Home leads to. */
  first?: number;
  page: number;
}

/** Where a key leads by the ARIA grid pattern (`jump`: Ctrl is held); null when it moves nothing. */
export function moveInGrid(
  at: GridPosition,
  key: string,
  jump: boolean,
  size: GridSize,
): GridPosition | null {
  const target = targetOf(at, key, jump, size);
  if (!target) return null;
  return {
    row: clamp(target.row, -1, size.rows - 1),
    column: clamp(target.column, 0, size.columns - 1),
  };
}

function targetOf(
  { row, column }: GridPosition,
  key: string,
  jump: boolean,
  { rows, columns, first = 0, page }: GridSize,
): GridPosition | null {
  switch (key) {
    case 'ArrowUp':
      return { row: jump ? 0 : row - 1, column };
    case 'ArrowDown':
      return { row: jump ? rows - 1 : row + 1, column };
    case 'ArrowLeft':
      return { row, column: jump ? first : column - 1 };
    case 'ArrowRight':
      return { row, column: jump ? columns - 1 : column + 1 };
    case 'Home':
      return { row: jump ? 0 : row, column: first };
    case 'End':
      return { row: jump ? rows - 1 : row, column: columns - 1 };
    case 'PageUp':
      return { row: row === -1 ? -1 : Math.max(0, row - page), column };
    case 'PageDown':
      return { row: row + page, column };
    default:
      return null;
  }
}

function clamp(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(high, value));
}

const furthestTab = 2000;

/** The next place in reading order (the previous one for `step` -1) that `accepts`; null when there is none near. */
export function nextPosition(
  at: GridPosition,
  step: 1 | -1,
  size: GridSize,
  accepts: (position: GridPosition) => boolean,
): GridPosition | null {
  const first = at.row * size.columns + at.column;
  for (let count = 1; count <= furthestTab; count++) {
    const position = first + step * count;
    if (position < 0 || position >= size.rows * size.columns) return null;
    const location = { row: Math.floor(position / size.columns), column: position % size.columns };
    if (accepts(location)) return location;
  }
  return null;
}
