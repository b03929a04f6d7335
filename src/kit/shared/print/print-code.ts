import type { CanvasRect, ContentCanvas } from 'pdfmake/interfaces';
import { encode } from 'uqr';

/** A QR code of this width in points, as rectangles: one for the dark dots of a row that touch. */
export function codeOf(content: string, width: number): ContentCanvas {
  const { data, size } = encode(content, { ecc: 'M', border: 0 });
  const dot = width / size;
  const canvas = data.flatMap((row, y) =>
    darkRuns(row).map(
      ([from, length]): CanvasRect => ({
        type: 'rect',
        x: from * dot,
        y: y * dot,
        w: length * dot,
        // A hair more than its row, or renderers leave light lines between rows.
        h: dot * 1.04,
        color: '#000000',
        lineWidth: 0,
      }),
    ),
  );
  return { canvas };
}

function darkRuns(row: readonly boolean[]): [from: number, length: number][] {
  const runs: [number, number][] = [];
  for (const [at, isDark] of row.entries()) {
    if (!isDark) continue;
    const last = runs.at(-1);
    if (last && last[0] + last[1] === at) last[1] += 1;
    else runs.push([at, 1]);
  }
  return runs;
}
