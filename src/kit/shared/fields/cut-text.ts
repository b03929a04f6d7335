// A letter may have several code points, in Hindi for example.
const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** The beginning of a text, of at most so many UTF-16 units, which ends with a whole letter. */
export function cutText(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const end = letters.segment(text).containing(longest)?.index ?? 0;
  if (end > 0) return text.slice(0, end);
  // One letter with more marks than fit: at least no pair is split.
  return text.slice(0, longest).replace(/[\ud800-\udbff]$/, '');
}

/** The same with an ellipsis after it where something is left out. */
export function shortened(text: string, longest: number): string {
  return text.length > longest ? `${cutText(text, longest)}…` : text;
}
