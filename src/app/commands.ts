import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { stockUses } from '~/modules/organization/company/stock-uses.rules';
import { useSettings } from '~/modules/organization/company/screens/settings.client';
import type { Command } from '~/modules/insight/search/commands.rules';
import { mayHereAll } from '~/modules/organization/users/rights.rules';
import { useSession } from '~/modules/organization/users/sessions/screens/session.client';
import { menuSections, profileEntriesOf } from './menu';
import { allLists } from '~/modules/organization/kinds/kinds.rules';

interface ReferencePage {
  title: string;
  headings: readonly string[];
}

const reference = import.meta.glob<ReferencePage>('../../docs/product/*.md', {
  eager: true,
  import: 'default',
});

const helpCommands = Object.entries(reference)
  .filter(([file]) => !file.endsWith('/README.md'))
  .map(([file, { title, headings }]) => ({
    group: 'Help' as const,
    name: `Help: ${title}`,
    keywords: headings.join(' '),
    run: () => void window.open(`/help/${file.replace(/^.*\/|\.md$/g, '')}`, '_blank', 'noopener'),
  }));

export interface CommandCallbacks {
  onSignOut: () => void;
  onSheet: () => void;
}

/** The commands of every screen: each place of the person's menus, each record that they may make, and how it looks. */
export function useCommands({ onSignOut, onSheet }: CommandCallbacks): readonly Command[] {
  const goTo = useGoTo();
  const screens = useScreens();
  const news = useNews();
  const looks = useLooks();
  const { role } = useSession();
  return [
    ...news.map(({ noun, path }) => ({
      group: 'New' as const,
      name: `New ${noun}`,
      keywords: 'Create Add',
      run: () => goTo(path, { new: 1 }),
    })),
    ...screens.map(({ name, to, keywords }) => ({
      group: 'Go to' as const,
      name: `Go to ${name}`,
      keywords,
      run: () => goTo(to),
    })),
    ...looks,
    {
      group: 'Preferences',
      name: 'Keyboard Shortcuts',
      keywords: 'Help keys shortcuts',
      run: onSheet,
    },
    ...(role === 'admin'
      ? [
          {
            group: 'Preferences' as const,
            name: 'Show Getting Started',
            run: () => goTo('/', { start: 1 }),
          },
        ]
      : []),
    { group: 'Preferences', name: 'Sign Out', keywords: 'Logout Log out', run: onSignOut },
    ...helpCommands,
  ];
}

function useGoTo() {
  const navigate = useNavigate();
  return (to: string, search: object = {}) => void navigate({ to, search });
}

/** What other programs call a screen. */
const otherTerms: Readonly<Record<string, string>> = {
  '/vendors': 'Suppliers Creditors',
  '/payables': 'Creditors Accounts payable Aging',
  '/vendor-payments': 'Pay suppliers',
  '/purchase-orders': 'Buy Procurement PO',
  '/counts': 'Stock take Inventory count',
  '/lots': 'Batch Serial numbers',
  '/locations': 'Godown Warehouse',
};

function useScreens() {
  const user = useSession();
  const { tax_mode: taxMode } = useSettings();
  return useMemo(() => {
    // What a company does not use yet begins here.
    const entries = menuSections(user, taxMode, stockUses).flatMap((section) => section.entries);
    const ofMenu = entries.flatMap((entry) =>
      'children' in entry
        ? entry.children.map(({ label, to }) => ({
            to,
            keywords: `${entry.label} ${otherTerms[to] ?? ''}`,
            name: label === 'Overview' ? `${entry.label} ${label}` : label,
          }))
        : [{ to: entry.to, keywords: otherTerms[entry.to] ?? '', name: entry.label }],
    );
    const ofProfile = profileEntriesOf(user.role).map(({ label, to }) => ({
      to,
      keywords: 'Profile Settings',
      name: label,
    }));
    return [...ofMenu, ...ofProfile];
  }, [user, taxMode]);
}

function useNews() {
  const { role, rights, workspace_role } = useSession();
  const isGst = useSettings().tax_mode === 'gst';
  return useMemo(
    () => [
      ...allLists.filter(
        ({ name, kind, byGst }) =>
          kind &&
          // A delivery is made from its order, a lot by what moves stock.
          name !== 'deliveries' &&
          name !== 'lots' &&
          (isGst || !byGst) &&
          // A form opens on its list.
          mayHereAll({ role, rights, workspace_role }, [`${kind}.read`, `${kind}.create`]).ok,
      ),
      ...(role === 'admin' ? [{ noun: 'Location', path: '/locations' }] : []),
    ],
    [role, rights, workspace_role, isGst],
  );
}

function useLooks(): readonly Command[] {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const shown = useComputedColorScheme();
  const looks = [
    { value: 'light', name: 'Light' },
    { value: 'dark', name: 'Dark' },
    { value: 'auto', name: 'System' },
  ] as const;
  return looks
    .filter(({ value }) => value !== (value === 'auto' ? colorScheme : shown))
    .map(({ value, name }) => ({
      group: 'Preferences',
      name: `Colours: ${name}`,
      keywords: 'Colors Scheme Mode Theme Appearance',
      run: () => setColorScheme(value),
    }));
}
