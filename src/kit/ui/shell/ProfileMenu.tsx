import { IconChevronDown, IconLogout } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { KeyboardEvent } from 'react';
import { Avatar, type Pictured } from '~/kit/ui/elements/Avatar';
import type { MenuIcon } from '~/kit/ui/elements/menu';
import { MenuList, menuItem } from '~/kit/ui/elements/MenuList';
import { PopoverPanel } from '~/kit/ui/elements/PopoverPanel';
import { belowEnd } from '~/kit/ui/hooks/useAnchored';
import { usePopover } from '~/kit/ui/hooks/usePopover';
import classes from './ProfileMenu.module.css';
import { SoftText } from '~/kit/ui/theme/SoftText';
import { classNames } from '~/kit/ui/theme/classNames';

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
  return (
    <MenuList label="Profile" onClose={onClose}>
      {entries.map((entry) => (
        <Entry key={entry.label} entry={entry} onClose={onClose} />
      ))}
      <hr className={classes.rule} />
      <button type="button" {...menuItem} onClick={logout}>
        <IconLogout size={18} stroke={1.75} aria-hidden="true" />
        Logout
      </button>
    </MenuList>
  );
}

interface EntryProps {
  entry: ProfileEntry;
  onClose: () => void;
}

function Entry({ entry: { label, to, icon: Icon }, onClose }: EntryProps) {
  const content = (
    <>
      {Icon ? <Icon size={18} stroke={1.75} /> : null}
      {label}
    </>
  );
  if (typeof to === 'string') {
    return (
      <Link to={to} {...menuItem} onClick={onClose}>
        {content}
      </Link>
    );
  }
  const open = () => {
    onClose();
    to();
  };
  return (
    <button type="button" {...menuItem} onClick={open}>
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
