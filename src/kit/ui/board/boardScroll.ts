const edge = 64;
const fastest = 16;

export interface AutoScroll {
  follow: (x: number, y: number) => void;
  stop: () => void;
}

export function autoScroll(board: HTMLElement): AutoScroll {
  let point: { x: number; y: number } | null = null;
  let frame = 0;

  const tick = () => {
    if (point) {
      const { x, y } = point;
      const inside = board.getBoundingClientRect();
      if (y > inside.top - edge && y < inside.bottom + edge) {
        const sideways = speed(x, inside.left, inside.right);
        if (sideways !== 0) board.scrollLeft += sideways;
        const list = columnListAt(board, x);
        const box = list?.getBoundingClientRect();
        const along = box ? speed(y, box.top, box.bottom) : 0;
        if (list && along !== 0) list.scrollTop += along;
      }
    }
    frame = requestAnimationFrame(tick);
  };
  frame = requestAnimationFrame(tick);

  return {
    follow: (x, y) => {
      point = { x, y };
    },
    stop: () => cancelAnimationFrame(frame),
  };
}

function columnListAt(board: HTMLElement, x: number): Element | null {
  for (const list of board.querySelectorAll('[data-board-list]')) {
    const box = list.getBoundingClientRect();
    if (x >= box.left && x <= box.right) return list;
  }
  return null;
}

function speed(at: number, start: number, end: number): number {
  if (at < start + edge) return -part(start + edge - at);
  if (at > end - edge) return part(at - end + edge);
  return 0;
}

function part(depth: number): number {
  return Math.ceil(Math.min(1, depth / edge) * fastest);
}
