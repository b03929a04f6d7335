/** `AB` of 27: the letters of a column that is counted from 0, as spreadsheets show them. */
export function columnLetters(at: number): string {
  const last = String.fromCharCode(65 + (at % 26));
  return at < 26 ? last : columnLetters(Math.floor(at / 26) - 1) + last;
}

/** 27 of `AB` or `AB7`; -1 of any other text. */
export function columnAt(position: string): number {
  let at = 0;
  for (const each of position.slice(0, 4).toUpperCase()) {
    const code = each.charCodeAt(0) - 64;
    if (code < 1 || code > 26) break;
    at = at * 26 + code;
  }
  return at - 1;
}
