import type { ComponentType } from 'react';

export type MenuIcon = ComponentType<{ size?: number | string; stroke?: number | string }>;

export interface MenuLink {
  label: string;
  to: string;
}

/** A line of the sidebar: a page, or a group of pages. */
export type MenuEntry =
  | (MenuLink & { icon: MenuIcon })
  | { label: string; icon: MenuIcon; children: readonly MenuLink[] };

/** The label of the group that holds the page at this path, or null. */
export function groupOf(entries: readonly MenuEntry[], path: string): string | null {
  const group = entries.find(
    (entry) => 'children' in entry && entry.children.some((child) => child.to === path),
  );
  return group?.label ?? null;
}

/** "AV" of Asha Verma; the e-mail's first letter where there is no name. */
export function initialsOf(user: { first_name: string; last_name: string; email: string }): string {
  const initials = firstLetter(user.first_name) + firstLetter(user.last_name);
  return (initials || firstLetter(user.email)).toUpperCase();
}

// A letter of Hindi, say, is more than one code point.
const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

function firstLetter(text: string): string {
  const [first] = letters.segment(text.trim());
  return first?.segment ?? '';
}
