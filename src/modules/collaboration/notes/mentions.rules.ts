import { searchOf } from '~/kit/shared/filters/searching';

/** Someone who can be mentioned, by the name after the @. */
export interface Mentionable {
  id: number;
  name: string;
}

/** The text after an @ at the beginning of a word, up to the caret; null where no mention is being typed. */
export function mentionAt(text: string, caret: number): { from: number; query: string } | null {
  const typed = /(?:^|\s)@([^\n@]{0,40})$/.exec(text.slice(0, caret));
  const query = typed?.[1];
  return query === undefined ? null : { from: caret - query.length - 1, query };
}

const mostOffered = 8;

/** Whose name has a word that begins with each word that is typed. */
export function offeredPeople<P extends Mentionable>(people: readonly P[], query: string): P[] {
  const sought = searchOf(query).terms;
  const fits = ({ name }: P) => {
    const terms = searchOf(name).terms;
    return sought.every((word) => terms.some((each) => each.startsWith(word)));
  };
  return people.filter(fits).slice(0, mostOffered);
}

/** The text with a person's name in place of its typed part, and the new position of the caret. */
export function withMention(
  text: string,
  { from, caret }: { from: number; caret: number },
  { name }: Mentionable,
): { text: string; caret: number } {
  const before = `${text.slice(0, from)}@${name} `;
  return { text: before + text.slice(caret).replace(/^ /, ''), caret: before.length };
}

/** The people that a text mentions: those who were picked and whose name is still in the text. */
export function mentionedIn(text: string, picked: readonly Mentionable[]): number[] {
  const ids = picked.filter(({ name }) => text.includes(`@${name}`)).map(({ id }) => id);
  return [...new Set(ids)];
}

export interface TextPart {
  text: string;
  isMention: boolean;
}

/** A note's text in parts, so that the mentioned names can be highlighted. */
export function partsOf(text: string, names: readonly string[]): TextPart[] {
  const parts: TextPart[] = [];
  let plain = '';
  let at = 0;
  // The longest first: "Ravi Iyer" is not "Ravi" and more text.
  const marks = names.map((name) => `@${name}`).sort((a, b) => b.length - a.length);
  while (at < text.length) {
    const mark = marks.find((each) => text.startsWith(each, at));
    if (mark === undefined) {
      plain += text[at];
      at += 1;
      continue;
    }
    if (plain !== '') parts.push({ text: plain, isMention: false });
    parts.push({ text: mark, isMention: true });
    plain = '';
    at += mark.length;
  }
  return plain === '' ? parts : [...parts, { text: plain, isMention: false }];
}
