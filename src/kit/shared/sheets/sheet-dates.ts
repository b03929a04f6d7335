const dayMs = 86_400_000;
/** Days from the first day that a sheet counts from to 1970. */
const offsets = { 1900: 25_569, 1904: 24_107 };

export type DateSystem = keyof typeof offsets;

const dateFormats = new Set([14, 15, 16, 17, 22, ...range(27, 36), ...range(50, 58)]);
const timeFormats = new Set([18, 19, 20, 21, 45, 46, 47]);

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, n) => from + n);
}

/** Whether a number format shows a number as a date or a time; `code` is that of a format of the file's own. */
export function isDateFormat(id: number, code: string | undefined): boolean {
  if (code === undefined) return dateFormats.has(id) || timeFormats.has(id);
  return /[dmyhs]/i.test(barePattern(code.slice(0, longestCode)).replaceAll(/general/gi, ''));
}

/** A sheet program takes no longer one. */
const longestCode = 255;
const elapsed = /^\[(?:h+|m+|s+)\]$/i;

/** The letters of a format that mean parts of a number: without quoted text, escapes, colours and conditions. */
function barePattern(code: string): string {
  let bare = '';
  for (let at = 0; at < code.length; at += 1) {
    const letter = code[at] ?? '';
    if (letter === '\\' || letter === '_' || letter === '*') at += 1;
    else if (letter === '"' || letter === '[') {
      const end = code.indexOf(letter === '"' ? '"' : ']', at + 1);
      if (end < 0) return bare + code.slice(at + 1);
      const whole = code.slice(at, end + 1);
      if (elapsed.test(whole)) bare += whole;
      at = end;
    } else bare += letter;
  }
  return bare;
}

const shortWord = /^[a-z]{1,10}\.?$/i;

/** The word that a number format writes after a number, as Tally does with units: `Nos` of `#,##0 "Nos"`; else empty. */
export function wordAfter(code: string): string {
  let word = '';
  let isQuoted = false;
  for (let at = 0; at < Math.min(code.length, longestCode); at += 1) {
    const letter = code[at] ?? '';
    if (letter === '"') isQuoted = !isQuoted;
    else if (isQuoted || letter === ' ') word += letter;
    else if (letter === ';') break;
    else if (letter === '\\') word += code[(at += 1)] ?? '';
    else if (letter === '_' || letter === '*') at += 1;
    else word = '';
  }
  const trimmed = word.trim();
  return shortWord.test(trimmed) ? trimmed : '';
}

/** A later day has no year of four digits. */
const afterLastDay = Date.UTC(10_000, 0);

/** `2026-11-23`, `2026-11-23T14:30:00` or `14:30:00`, as a sheet counts days; null for no date that there is. */
export function dateText(serial: number, system: DateSystem): string | null {
  const ms = Math.round((serial - offsets[system]) * 86_400) * 1000;
  if (serial < 0 || !(ms < afterLastDay)) return null;
  const text = new Date(ms).toISOString().slice(0, 19);
  if (serial < 1) return text.slice(11);
  return ms % dayMs === 0 ? text.slice(0, 10) : text;
}

/** The number of a day `2026-11-23` or a moment `2026-11-23 14:30` in a sheet that counts from 1900. */
export function serialOf(moment: string): number {
  const [day = '', time = '00:00'] = moment.split(' ');
  return Date.parse(`${day}T${time}Z`) / dayMs + offsets[1900];
}
