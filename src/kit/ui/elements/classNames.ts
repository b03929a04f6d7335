/** Joins names of classes into one attribute; those that are missing are left out. */
export function classNames(...names: readonly (string | undefined)[]): string {
  return names.filter((name) => name !== undefined).join(' ');
}
