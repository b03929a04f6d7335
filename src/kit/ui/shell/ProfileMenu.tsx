import { IconChevronDown, IconLogout } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { Avatar, type Pictured } from '~/kit/ui/elements/Avatar';
import type { MenuIcon } from '~/kit/ui/elements/menu';
import { PopoverPanel } from '~/kit/ui/elements/PopoverPanel';
import { belowEnd } from '~/kit/ui/hooks/useAnchored';
import { usePopover } from '~/kit/ui/hooks/usePopover';
import classes from './ProfileMenu.module.css';
import { SoftText } from '~/kit/ui/elements/SoftText';
import { classNames } from '~/kit/ui/elements/classNames';

export interface ProfileLink {
  label: string;
  to: string;
  icon?: MenuIcon;
}

/** A link, or what opens something here. */
export type ProfileEntry = ProfileLink | (Omit<ProfileLink, 'to'> & { to: () => void });

interface ProfileMenuProps {
  user: Pictured;
  entries: readonly ProfileEntry[];
  onLogout: () => void;
}

export function ProfileMenu({ user, entries, onLogout }: ProfileMenuProps) {
  const { isOpen, close, button, panel } = usePopover(belowEnd);
  const name = `${user.first_name} ${user.last_name}`.trim();
  const onButtonKey = (event: KeyboardEvent<HTMLButtonElement>) => {
    if (isOpen || event.key !== 'ArrowDown') return;
    event.preventDefault();
    event.currentTarget.click();
  };
  // Stays open when a late page takes the focus; Tab closes it.
  return (
    <div className={classes.profile}>
      <button
        {...button}
        type="button"
        className={classes.button}
        aria-haspopup="menu"
        onKeyDown={onButtonKey}
      >
        <Avatar user={user} />
        <span className={classes.buttonName}>{name || user.email}</span>
        <span className="visually-hidden">, profile menu</span>
        <IconChevronDown className={classes.chevron} size={16} stroke={1.75} aria-hidden="true" />
      </button>
      {isOpen ? (
        <PopoverPanel {...panel} className={classNames(classes.panel)}>
          <ProfileHead user={user} name={name} />
          <ProfileItems entries={entries} onClose={close} onLogout={onLogout} />
        </PopoverPanel>
      ) : null}
    </div>
  );
}

interface ProfileItemsProps {
  entries: readonly ProfileEntry[];
  onClose: () => void;
  onLogout: () => void;
}

function ProfileItems({ entries, onClose, onLogout }: ProfileItemsProps) {
  const logout = () => {
    onClose();
    onLogout();
  };
  const menu = useRef<HTMLDivElement>(null);
  useEffect(() => items(menu.current)[0]?.focus(), []);
  const item = { role: 'menuitem', tabIndex: -1, className: classes.item };
  return (
    <div
      ref={menu}
      role="menu"
      tabIndex={-1}
      aria-label="Profile"
      className={classes.menu}
      onKeyDown={(event) => {
        if (event.key === 'Tab') onClose();
        else moveFocus(event, items(menu.current));
      }}
    >
      {entries.map((entry) => (
        <Entry key={entry.label} entry={entry} item={item} onClose={onClose} />
      ))}
      <hr className={classes.rule} />
      <button type="button" {...item} onClick={logout}>
        <IconLogout size={18} stroke={1.75} aria-hidden="true" />
        Logout
      </button>
    </div>
  );
}

interface EntryProps {
  entry: ProfileEntry;
  item: { role: string; tabIndex: number; className: string | undefined };
  onClose: () => void;
}

function Entry({ entry: { label, to, icon: Icon }, item, onClose }: EntryProps) {
  const content = (
    <>
      {Icon ? <Icon size={18} stroke={1.75} /> : null}
      {label}
    </>
  );
  if (typeof to === 'string') {
    return (
      <Link to={to} {...item} onClick={onClose}>
        {content}
      </Link>
    );
  }
  const open = () => {
    onClose();
    to();
  };
  return (
    <button type="button" {...item} onClick={open}>
      {content}
    </button>
  );
}

function ProfileHead({ user, name }: { user: Pictured; name: string }) {
  return (
    <div className={classes.head}>
      <Avatar user={user} size="medium" />
      <div className={classes.who}>
        <p className={classes.name}>{name}</p>
        <SoftText small>{user.email}</SoftText>
        <p className={classes.active}>Always Active</p>
      </div>
    </div>
  );
}

function items(menu: HTMLElement | null): HTMLElement[] {
  return [...(menu?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? [])];
}

function moveFocus(event: KeyboardEvent, all: HTMLElement[]) {
  const now = all.findIndex((item) => item === document.activeElement);
  const target = nextItem(event.key, now, all);
  if (!target) return;
  event.preventDefault();
  target.focus();
}

function nextItem(key: string, now: number, all: HTMLElement[]): HTMLElement | undefined {
  switch (key) {
    case 'ArrowDown':
      return all[(now + 1) % all.length];
    case 'ArrowUp':
      return all.at(now <= 0 ? -1 : now - 1);
    case 'Home':
      return all[0];
    case 'End':
      return all.at(-1);
    default: {
      if (key.length !== 1 || key === ' ') return undefined;
      const rotated = [...all.slice(now + 1), ...all.slice(0, now + 1)];
      return rotated.find((item) =>
        item.textContent.trim().toLowerCase().startsWith(key.toLowerCase()),
      );
    }
  }
}
