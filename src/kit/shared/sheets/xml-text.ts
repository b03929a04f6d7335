const entities: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
]);

/** The text of a piece of XML, with the characters that a sheet writes as `_x000D_`. Other entities stay as written. */
export function textOfXml(xml: string): string {
  const plain = xml.includes('&')
    ? xml.replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{1,8}));/gi, entityText)
    : xml;
  if (!plain.includes('_x')) return plain;
  return plain.replaceAll(/_x([\da-f]{4})_/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

function entityText(whole: string, decimal?: string, hex?: string, name?: string): string {
  if (name !== undefined) return entities.get(name) ?? whole;
  const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
  return code > 0x10ffff ? '\ufffd' : String.fromCodePoint(code);
}

// XML has no place for other control characters, and readers take \r for a line break.
const unwritable = new RegExp('[\\u0000-\\u0008\\u000b-\\u001f\\ufffe\\uffff]', 'g');

/** A text as the content of an element or attribute of a sheet. */
export function xmlOfText(text: string): string {
  return text
    .replaceAll(/_x(?=[\da-fA-F]{4}_)/g, '_x005F_x')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll(unwritable, (each) => `_x${each.charCodeAt(0).toString(16).padStart(4, '0')}_`);
}

/** The attributes of an opening tag, by their names without a prefix. */
export function attributesOf(tag: string): Record<string, string> {
  const all: Record<string, string> = {};
  for (let at = 0; ; ) {
    const equals = tag.indexOf('=', at);
    let from = equals + 1;
    while (isSpace(tag[from])) from += 1;
    const quote = tag[from];
    const end = quote === '"' || quote === "'" ? tag.indexOf(quote, from + 1) : -1;
    if (equals < 0 || end < 0) return all;
    const name = tag.slice(at, equals).trimEnd();
    let start = name.length;
    while (start > 0 && name[start - 1] !== ':' && !isSpace(name[start - 1])) start -= 1;
    all[name.slice(start)] = textOfXml(tag.slice(from + 1, end));
    at = end + 1;
  }
}

function isSpace(character: string | undefined): boolean {
  return character === ' ' || character === '\n' || character === '\t' || character === '\r';
}
