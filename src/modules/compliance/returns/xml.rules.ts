/** The content of an element: a text, or elements; null adds nothing. */
export type XmlContent = string | number | readonly (Xml | null)[];

/** An element as text. */
export type Xml = { readonly xml: string };

const forbidden = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** A text as XML takes it; characters that XML 1.0 cannot hold are left out. */
export function xmlText(text: string): string {
  return text.replaceAll(forbidden, '').replaceAll(/[&<>"']/g, (each) => entities[each] ?? each);
}

export function element(
  name: string,
  content: XmlContent,
  attributes: Readonly<Record<string, string>> = {},
): Xml {
  const pairs = Object.entries(attributes).map(([key, value]) => ` ${key}="${xmlText(value)}"`);
  const inner =
    typeof content === 'object'
      ? content.map((each) => each?.xml ?? '').join('')
      : xmlText(String(content));
  return { xml: `<${name}${pairs.join('')}>${inner}</${name}>` };
}
