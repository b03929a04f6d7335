/** Escapes the wildcards of a LIKE pattern. */
export function literally(text: string): string {
  return text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`);
}
