/** The encodings that a text file can be read by, with the names that people choose from. */
export const encodings = [
  { value: 'utf-8', label: 'Unicode (UTF-8)' },
  { value: 'utf-16le', label: 'Unicode (UTF-16 LE)' },
  { value: 'utf-16be', label: 'Unicode (UTF-16 BE)' },
  { value: 'windows-1252', label: 'Western European (Windows-1252)' },
  { value: 'iso-8859-15', label: 'Western European (ISO 8859-15)' },
  { value: 'macintosh', label: 'Western European (Mac Roman)' },
  { value: 'windows-1250', label: 'Central European (Windows-1250)' },
  { value: 'windows-1251', label: 'Cyrillic (Windows-1251)' },
  { value: 'koi8-r', label: 'Cyrillic (KOI8-R)' },
  { value: 'shift_jis', label: 'Japanese (Shift JIS)' },
  { value: 'gbk', label: 'Chinese (GBK)' },
] as const;

export type Encoding = (typeof encodings)[number]['value'];

export const encodingNames = encodings.map(({ value }) => value);

/** UTF-16 by its byte order mark, or by the zeros between its Latin letters, digits and separators; else null. */
export function utf16In(start: Uint8Array): Encoding | null {
  const [first, second] = start;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  const zeros = { even: 0, odd: 0 };
  start.forEach((byte, at) => {
    if (byte === 0) zeros[at % 2 === 0 ? 'even' : 'odd'] += 1;
  });
  const enough = start.length / 8;
  if (zeros.even === 0 && zeros.odd > enough) return 'utf-16le';
  return zeros.odd === 0 && zeros.even > enough ? 'utf-16be' : null;
}
