import type { ComponentType } from 'react';

export type MenuIcon = ComponentType<{ size?: number | string; stroke?: number | string }>;

export interface MenuLink {
  label: string;
  to: string;
}

export type MenuEntry =
  | (MenuLink & { icon: MenuIcon })
  | { label: string; icon: MenuIcon; children: readonly MenuLink[] };

/** Entries under a caption that folds them; those before the first caption have none. */
export interface MenuSection {
  caption: string | null;
  entries: readonly MenuEntry[];
}

export function isIn(entries: readonly MenuEntry[], path: string): boolean {
  return entries.some((entry) =>
    'children' in entry ? entry.children.some(({ to }) => to === path) : entry.to === path,
  );
}

/** The captions that are folded once this one is clicked, in the order of clicks. */
export function foldedAfter(folded: readonly string[], caption: string): string[] {
  return folded.includes(caption)
    ? folded.filter((each) => each !== caption)
    : [...folded, caption];
}

export function groupOf(entries: readonly MenuEntry[], path: string): string | null {
  const group = entries.find(
    (entry) => 'children' in entry && entry.children.some((child) => child.to === path),
  );
  return group?.label ?? null;
}

/** "AV" of Asha Verma; the email's first letter where there is no name. */
export function initialsOf(user: { first_name: string; last_name: string; email: string }): string {
  const initials = firstLetter(user.first_name) + firstLetter(user.last_name);
  return (initials || firstLetter(user.email)).toUpperCase();
}

// A letter may have several code points, in Hindi for example.
const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

function firstLetter(text: string): string {
  const [first] = letters.segment(text.trim());
  return first?.segment ?? '';
}
