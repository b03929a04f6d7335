/** Characters as people and PostgreSQL count them: an emoji of two UTF-16 units is one. */
export function charactersOf(text: string): number {
  let count = 0;
  for (const _character of text) count += 1;
  return count;
}

export function isLongerThan(text: string, most: number): boolean {
  return text.length > most && charactersOf(text) > most;
}
