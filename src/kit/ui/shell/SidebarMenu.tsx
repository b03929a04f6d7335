import { IconChevronRight } from '@tabler/icons-react';
import { Link, useRouterState } from '@tanstack/react-router';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import {
  foldedAfter,
  groupOf,
  isIn,
  type MenuEntry,
  type MenuSection,
} from '~/kit/ui/elements/menu';
import { readStored, writeStored } from '~/kit/ui/hooks/browserStorage';
import classes from './Sidebar.module.css';

type Group = Extract<MenuEntry, { children: unknown }>;

interface NavProps {
  isShown?: boolean;
  children: ReactNode;
}

/** The box that the menu scrolls in; the current page's entry is in view. */
export function SidebarNav({ isShown = true, children }: NavProps) {
  const path = useRouterState({ select: (state) => state.location.pathname });
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isShown) nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, [isShown, path]);
  return (
    <nav ref={nav} className={classes.nav} aria-label="Main">
      {children}
    </nav>
  );
}

export interface SidebarMenuProps {
  sections: readonly MenuSection[];
  /** The person whose folded captions are stored. */
  owner: number;
}

interface Props extends SidebarMenuProps {
  onNavigate?: () => void;
}

export function SidebarMenu({ sections, owner, onNavigate }: Props) {
  const path = useRouterState({ select: (state) => state.location.pathname });
  const [openGroup, toggleGroup] = useOpenGroup(
    groupOf(
      sections.flatMap(({ entries }) => entries),
      path,
    ),
  );
  const [folded, fold] = useFolded(owner);
  return sections.map(({ caption, entries }) => {
    const list = entries.map((entry) => (
      <li key={entry.label}>
        {'children' in entry ? (
          <OpeningGroup
            group={entry}
            open={openGroup === entry.label}
            isCurrent={isIn([entry], path)}
            onToggle={() => toggleGroup(entry.label)}
            onNavigate={onNavigate}
          />
        ) : (
          <SidebarLink to={entry.to} onClick={onNavigate}>
            <entry.icon size={18} stroke={1.75} />
            <span>{entry.label}</span>
          </SidebarLink>
        )}
      </li>
    ));
    return caption === null ? (
      <ul key={caption} className={classes.list}>
        {list}
      </ul>
    ) : (
      <CaptionedList
        key={caption}
        caption={caption}
        open={!folded.includes(caption)}
        isCurrent={isIn(entries, path)}
        onToggle={() => fold(caption)}
      >
        {list}
      </CaptionedList>
    );
  });
}

interface CaptionedListProps {
  caption: string;
  open: boolean;
  isCurrent: boolean;
  onToggle: () => void;
  children: ReactNode;
}

function CaptionedList({ caption, open, isCurrent, onToggle, children }: CaptionedListProps) {
  const listId = useId();
  return (
    <div className={classes.section}>
      <button
        type="button"
        className={classes.caption}
        aria-expanded={open}
        aria-controls={listId}
        aria-current={(isCurrent && !open) || undefined}
        onClick={onToggle}
      >
        <span>{caption}</span>
        <IconChevronRight className={classes.chevron} size={14} stroke={1.75} aria-hidden="true" />
      </button>
      <ul id={listId} className={classes.list} aria-label={caption} hidden={!open}>
        {children}
      </ul>
    </div>
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

/** The captions that a person folded in this browser. */
function useFolded(owner: number): [readonly string[], (caption: string) => void] {
  const key = `menu-folded-${owner}`;
  const [folded, setFolded] = useState(() => readStored(key)?.split(',') ?? []);
  const fold = (caption: string) => {
    const next = foldedAfter(folded, caption);
    setFolded(next);
    writeStored(key, next.length > 0 ? next.join(',') : null);
  };
  return [folded, fold];
}

const openGroupKey = 'sidebar-open-group';

// The current page's group opens on its own; what a person opened or closed is stored for the next visit.
function useOpenGroup(ofPage: string | null): [string | null, (label: string) => void] {
  const [open, setOpen] = useState(() => ofPage ?? readStored(openGroupKey));
  const [lastPage, setLastPage] = useState(ofPage);
  if (lastPage !== ofPage) {
    setLastPage(ofPage);
    if (ofPage !== null) setOpen(ofPage);
  }
  const toggle = (label: string) => {
    const next = open === label ? null : label;
    setOpen(next);
    writeStored(openGroupKey, next);
  };
  return [open, toggle];
}
