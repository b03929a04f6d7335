// Zero-width spaces, soft hyphens, direction marks, fillers, tags and the like; controls of a wrongly read file; marks
// of annotations; the empty Braille cell.
const any = /[\p{DI}\u0080-\u009f\ufff9-\ufffb\u2800]/u;
const all = /[\p{DI}\u0080-\u009f\ufff9-\ufffb\u2800]/gu;

// India's and Arabic scripts are written with joiners, and so are pictures of several parts: there they are seen.
const unseen =
  /((?<=[\p{Script=Arab}\p{Script=Beng}\p{Script=Deva}\p{Script=Gujr}\p{Script=Guru}\p{Script=Knda}\p{Script=Mlym}\p{Script=Orya}\p{Script=Sinh}\p{Script=Syrc}\p{Script=Taml}\p{Script=Telu}])[\u200c\u200d](?=[\p{Script=Arab}\p{Script=Beng}\p{Script=Deva}\p{Script=Gujr}\p{Script=Guru}\p{Script=Knda}\p{Script=Mlym}\p{Script=Orya}\p{Script=Sinh}\p{Script=Syrc}\p{Script=Taml}\p{Script=Telu}])|(?<=[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca])[\u200c\u200d]|(?<=(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f))\u200d(?=\p{Extended_Pictographic})|(?<=\p{Extended_Pictographic})[\ufe0e\ufe0f])|[\p{DI}\u0080-\u009f\ufff9-\ufffb\u2800]/gu;

export function hasInvisible(text: string): boolean {
  return any.test(text);
}

/** The text without characters that no one sees: two that look alike are then the same. */
export function withoutInvisible(text: string): string {
  return hasInvisible(text)
    ? text.replace(unseen, (_, allowed: string | undefined) => allowed ?? '')
    : text;
}

/** The same for an address or a name to sign in with, in one form of its letters, and without joiners too. */
export function plainKey(text: string): string {
  return text.replace(all, '').normalize('NFC');
}
