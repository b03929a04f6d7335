import { useLocalStorage } from '@mantine/hooks';
import { IconChevronRight } from '@tabler/icons-react';
import { Link, useRouterState } from '@tanstack/react-router';
import { type ReactNode, useId, useState } from 'react';
import { groupOf, type MenuEntry } from '~/kit/ui/elements/menu';
import classes from './Sidebar.module.css';

type Group = Extract<MenuEntry, { children: unknown }>;

interface SidebarMenuProps {
  entries: readonly MenuEntry[];
  onNavigate?: () => void;
}

export function SidebarMenu({ entries, onNavigate }: SidebarMenuProps) {
  const path = useRouterState({ select: (state) => state.location.pathname });
  const [open, toggle] = useOpenGroup(groupOf(entries, path));
  return (
    <ul className={classes.list}>
      {entries.map((entry) => (
        <li key={entry.label}>
          {'children' in entry ? (
            <OpeningGroup
              group={entry}
              open={open === entry.label}
              isCurrent={groupOf([entry], path) !== null}
              onToggle={() => toggle(entry.label)}
              onNavigate={onNavigate}
            />
          ) : (
            <SidebarLink to={entry.to} onClick={onNavigate}>
              <entry.icon size={18} stroke={1.75} />
              <span>{entry.label}</span>
            </SidebarLink>
          )}
        </li>
      ))}
    </ul>
  );
}

interface OpeningGroupProps {
  group: Group;
  open: boolean;
  isCurrent: boolean;
  onToggle: () => void;
  onNavigate: (() => void) | undefined;
}

function OpeningGroup({ group, open, isCurrent, onToggle, onNavigate }: OpeningGroupProps) {
  const listId = useId();
  return (
    <>
      <button
        type="button"
        className={classes.item}
        aria-expanded={open}
        aria-controls={listId}
        data-holds-current={isCurrent || undefined}
        onClick={onToggle}
      >
        <group.icon size={18} stroke={1.75} />
        <span>{group.label}</span>
        <IconChevronRight className={classes.chevron} size={16} stroke={1.75} aria-hidden="true" />
      </button>
      <ul id={listId} className={classes.children} hidden={!open}>
        {group.children.map((child) => (
          <li key={child.to}>
            <SidebarLink to={child.to} onClick={onNavigate}>
              <span>{child.label}</span>
            </SidebarLink>
          </li>
        ))}
      </ul>
    </>
  );
}

interface SidebarLinkProps {
  to: string;
  onClick?: (() => void) | undefined;
  children: ReactNode;
}

export function SidebarLink({ to, onClick, children }: SidebarLinkProps) {
  return (
    <Link
      to={to}
      onClick={onClick}
      className={classes.item}
      preload="intent"
      activeOptions={{ exact: true, includeSearch: false }}
    >
      {children}
    </Link>
  );
}

// The current page's group opens on its own; what a person opened or closed is stored for the next visit.
function useOpenGroup(ofPage: string | null): [string | null, (label: string) => void] {
  const [remembered, remember] = useLocalStorage<string | null>({
    key: 'sidebar-open-group',
    defaultValue: null,
    getInitialValueInEffect: false,
  });
  const [open, setOpen] = useState(ofPage ?? remembered);
  const [lastPage, setLastPage] = useState(ofPage);
  if (lastPage !== ofPage) {
    setLastPage(ofPage);
    if (ofPage !== null) setOpen(ofPage);
  }
  const toggle = (label: string) => {
    const next = open === label ? null : label;
    setOpen(next);
    remember(next);
  };
  return [open, toggle];
}
