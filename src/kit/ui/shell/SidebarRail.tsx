import { useClickOutside } from '@mantine/hooks';
import { useRouterState } from '@tanstack/react-router';
import { type ReactNode, type SyntheticEvent, useId, useRef, useState } from 'react';
import { groupOf, type MenuEntry } from '~/kit/ui/elements/menu';
import { SidebarLink } from './SidebarMenu';

type Group = Extract<MenuEntry, { children: unknown }>;

/** The collapsed sidebar: icons with their names beside the pointer, groups as a panel at their side. */
export function SidebarRail({ entries }: { entries: readonly MenuEntry[] }) {
  const path = useRouterState({ select: (state) => state.location.pathname });
  return (
    <ul className="sidebar-list">
      {entries.map((entry) => (
        <li key={entry.label}>
          {'children' in entry ? (
            <RailGroup group={entry} isCurrent={groupOf([entry], path) !== null} />
          ) : (
            <WithTip label={entry.label}>
              <SidebarLink to={entry.to}>
                <entry.icon size={18} stroke={1.75} />
                <span className="visually-hidden">{entry.label}</span>
              </SidebarLink>
            </WithTip>
          )}
        </li>
      ))}
    </ul>
  );
}

function RailGroup({ group, isCurrent }: { group: Group; isCurrent: boolean }) {
  const [top, setTop] = useState<number | null>(null);
  const open = top !== null;
  const listId = useId();
  const button = useRef<HTMLButtonElement>(null);
  const close = () => setTop(null);
  // A second group's button is outside of the first one's panel, so only one is ever open.
  const whole = useClickOutside<HTMLDivElement>(close);
  return (
    <div
      ref={whole}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) close();
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !open) return;
        close();
        button.current?.focus();
      }}
    >
      <WithTip label={open ? null : group.label}>
        <button
          ref={button}
          type="button"
          className="sidebar-item"
          aria-expanded={open}
          aria-controls={listId}
          data-holds-current={isCurrent || undefined}
          onClick={(event) => (open ? close() : setTop(topOf(event)))}
        >
          <group.icon size={18} stroke={1.75} />
          <span className="visually-hidden">{group.label}</span>
        </button>
      </WithTip>
      <div id={listId} className="sidebar-panel" style={{ top: top ?? 0 }} hidden={!open}>
        <p className="sidebar-panel-title" aria-hidden="true">
          {group.label}
        </p>
        <ul className="sidebar-list">
          {group.children.map((child) => (
            <li key={child.to}>
              <SidebarLink to={child.to} onClick={close}>
                <span>{child.label}</span>
              </SidebarLink>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

// The names stand outside of the scrolling list, which would cut them off: fixed, at the height of their icon.
function WithTip({ label, children }: { label: string | null; children: ReactNode }) {
  const [top, setTop] = useState<number | null>(null);
  const show = (event: SyntheticEvent) => setTop(topOf(event));
  const hide = () => setTop(null);
  return (
    <div
      onPointerEnter={show}
      onPointerLeave={hide}
      onFocus={show}
      onBlur={hide}
      onKeyDown={(event) => event.key === 'Escape' && hide()}
    >
      {children}
      {label !== null && top !== null ? (
        <span className="sidebar-tip" style={{ top }} aria-hidden="true">
          {label}
        </span>
      ) : null}
    </div>
  );
}

function topOf(event: SyntheticEvent): number {
  return event.currentTarget.getBoundingClientRect().top;
}
