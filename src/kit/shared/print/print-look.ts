export const ink = '#1a2230';
export const quiet = '#5b6675';
export const rule = '#c9d0da';
export const headFill = '#eef1f5';
export const margins = { side: 40, top: 40, bottom: 56 };

interface Run {
  text: string;
  font?: string;
  wordBreak?: 'break-all';
}

const devanagari = /[\u0900-\u097f\u200c\u200d]+(?:[\s.,'’\-–]+[\u0900-\u097f\u200c\u200d]+)*/gu;

/** A text in runs of one font each: pdfmake uses one font for a run and does not fall back for missing letters. */
export function runsOf(text: string): string | Run[] {
  const runs: Run[] = [];
  let from = 0;
  for (const match of text.matchAll(devanagari)) {
    if (match.index > from) runs.push({ text: text.slice(from, match.index) });
    runs.push({ text: match[0], font: 'NotoSansDevanagari' });
    from = match.index + match[0].length;
  }
  if (runs.length === 0) return text;
  if (from < text.length) runs.push({ text: text.slice(from) });
  return runs;
}

/** The same in a narrow column: a word too long for it is broken anywhere. */
export function brokenRunsOf(text: string): string | Run[] {
  const runs = runsOf(text);
  if (!/\S{21}/.test(text)) return runs;
  return [runs].flat().flatMap((run) => {
    // Letters of Indian scripts join: their words stay whole.
    if (typeof run !== 'string' && run.font !== undefined) return [run];
    const all = typeof run === 'string' ? run : run.text;
    return all
      .split(/(\S{21,})/)
      .map(
        (piece): Run =>
          /^\S{21,}$/.test(piece) ? { text: piece, wordBreak: 'break-all' } : { text: piece },
      );
  });
}
