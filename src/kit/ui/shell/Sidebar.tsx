import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react';
import { useRouterState } from '@tanstack/react-router';
import { type ReactNode, useRef, useState } from 'react';
import { classNames } from '~/kit/ui/theme/classNames';
import { isIn, type MenuEntry, type MenuSection } from '~/kit/ui/elements/menu';
import { PopoverPanel } from '~/kit/ui/elements/PopoverPanel';
import { beside } from '~/kit/ui/hooks/useAnchored';
import { usePopover } from '~/kit/ui/hooks/usePopover';
import { useStored } from '~/kit/ui/hooks/useStored';
import { SidebarLink, SidebarMenu, type SidebarMenuProps, SidebarNav } from './SidebarMenu';
import classes from './Sidebar.module.css';

export function Sidebar(menu: SidebarMenuProps) {
  const [stored, store] = useStored('sidebar-collapsed', ['true', 'false'], 'false');
  const collapsed = stored === 'true';
  const Icon = collapsed ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse;
  return (
    <div className={classes.sidebar} data-collapsed={collapsed || undefined}>
      <SidebarNav>
        {collapsed ? <SidebarRail sections={menu.sections} /> : <SidebarMenu {...menu} />}
      </SidebarNav>
      <div className={classes.foot}>
        <button
          type="button"
          className={classes.item}
          title={collapsed ? 'Expand sidebar' : undefined}
          onClick={() => store(collapsed ? 'false' : 'true')}
        >
          <Icon size={18} stroke={1.75} aria-hidden="true" />
          <span className={collapsed ? 'visually-hidden' : undefined}>
            {collapsed ? 'Expand sidebar' : 'Collapse sidebar'}
          </span>
        </button>
      </div>
    </div>
  );
}

type Group = Extract<MenuEntry, { children: unknown }>;

/** The menu by its icons alone, with a line where a caption is: what is folded is here all the same. */
function SidebarRail({ sections }: { sections: readonly MenuSection[] }) {
  const path = useRouterState({ select: (state) => state.location.pathname });
  return sections.map(({ caption, entries }) => (
    <ul key={caption} className={classes.list} data-section aria-label={caption ?? undefined}>
      {entries.map((entry) => (
        <li key={entry.label}>
          {'children' in entry ? (
            <RailGroup group={entry} isCurrent={isIn([entry], path)} />
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
  ));
}

function RailGroup({ group, isCurrent }: { group: Group; isCurrent: boolean }) {
  // A second group's button is outside the first one's panel, so only one is ever open.
  const { isOpen, close, around, button, panel } = usePopover(beside);
  return (
    <div {...around}>
      <WithTip label={isOpen ? null : group.label}>
        <button
          {...button}
          type="button"
          className={classes.item}
          data-holds-current={isCurrent || undefined}
        >
          <group.icon size={18} stroke={1.75} />
          <span className="visually-hidden">{group.label}</span>
        </button>
      </WithTip>
      {isOpen ? (
        <PopoverPanel {...panel} className={classNames(classes.panel)}>
          <p className={classes.panelTitle} aria-hidden="true">
            {group.label}
          </p>
          <ul className={classes.list}>
            {group.children.map((child) => (
              <li key={child.to}>
                <SidebarLink to={child.to} onClick={close}>
                  <span>{child.label}</span>
                </SidebarLink>
              </li>
            ))}
          </ul>
        </PopoverPanel>
      ) : null}
    </div>
  );
}

function WithTip({ label, children }: { label: string | null; children: ReactNode }) {
  const [isShown, setShown] = useState(false);
  const whole = useRef<HTMLDivElement>(null);
  const tip = useRef<HTMLDivElement>(null);
  const show = () => setShown(true);
  const hide = () => setShown(false);
  return (
    <div
      ref={whole}
      onPointerEnter={show}
      onPointerLeave={hide}
      onFocus={show}
      onBlur={hide}
      onKeyDown={(event) => event.key === 'Escape' && hide()}
    >
      {children}
      {label !== null && isShown ? (
        <PopoverPanel
          ref={tip}
          anchor={whole}
          side={beside}
          popover="manual"
          className={classNames(classes.tip)}
          aria-hidden
        >
          {label}
        </PopoverPanel>
      ) : null}
    </div>
  );
}
