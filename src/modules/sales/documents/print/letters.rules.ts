import { formatDay } from '~/kit/shared/time/days';

/** What the mail with a document says of it. */
export interface Letter {
  /** Such as "Invoice". */
  noun: string;
  number: string;
  date: string;
  /** Whom it greets. */
  contact: string;
  /** The company's name; null until it is filled in. */
  company: string | null;
  /** Label and value, besides the number. */
  details: readonly (readonly [string, string])[];
  /** Where it can be read and answered. */
  link?: { text: string; url: string } | undefined;
}

/** The mail with which a document goes to its customer, as plain text and as HTML. */
export function letterWith({ noun, number, date, contact, company, details: more, link }: Letter) {
  const sender = oneLine(company ?? 'Manufacturing CRM');
  const opening = [
    `Dear ${contact},`,
    `Please find attached ${noun.toLowerCase()} ${number} of ${formatDay(date)}.`,
  ];
  const details = [[noun, number] as const, ...more];
  const closing = ['Thank you for your business.', sender];
  const text = [
    ...opening,
    details.map(([label, value]) => `${label}: ${value}`).join('\n'),
    ...(link ? [`${link.text}:\n${link.url}`] : []),
    ...closing,
  ];
  return {
    subject: `${noun} ${number} from ${sender}`,
    text: `${text.join('\n\n')}\n`,
    html: htmlOf({ opening, details, link, closing }),
  };
}

function htmlOf(letter: {
  opening: readonly string[];
  details: readonly (readonly [string, string])[];
  link: Letter['link'];
  closing: readonly string[];
}): string {
  const paragraphs = (lines: readonly string[]) =>
    lines.map((line) => `<p>${escaped(line)}</p>`).join('\n');
  const rows = letter.details.map(
    ([label, value]) =>
      `<tr><td style="padding:2px 16px 2px 0">${escaped(label)}</td><td><b>${escaped(value)}</b></td></tr>`,
  );
  const { link } = letter;
  const button = link ? `<p><a href="${escaped(link.url)}">${escaped(link.text)}</a></p>\n` : '';
  return `<!doctype html>
<html lang="en"><body style="font-family:sans-serif">
${paragraphs(letter.opening)}
<table>${rows.join('')}</table>
${button}${paragraphs(letter.closing)}
</body></html>
`;
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ');
}

/** As HTML. */
export function escaped(text: string): string {
  const names: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
  return text.replaceAll(/[&<>"]/g, (character) => names[character] ?? character);
}
