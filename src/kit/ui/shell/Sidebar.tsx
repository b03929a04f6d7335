import { useLocalStorage } from '@mantine/hooks';
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react';
import type { MenuEntry } from '~/kit/ui/elements/menu';
import { SidebarMenu } from './SidebarMenu';
import { SidebarRail } from './SidebarRail';
import classes from './Sidebar.module.css';

export function Sidebar({ entries }: { entries: readonly MenuEntry[] }) {
  const [collapsed, setCollapsed] = useLocalStorage({
    key: 'sidebar-collapsed',
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  const Icon = collapsed ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse;
  return (
    <div className={classes.sidebar} data-collapsed={collapsed || undefined}>
      <nav className={classes.nav} aria-label="Main">
        {collapsed ? <SidebarRail entries={entries} /> : <SidebarMenu entries={entries} />}
      </nav>
      <div className={classes.foot}>
        <button
          type="button"
          className={classes.item}
          title={collapsed ? 'Expand sidebar' : undefined}
          onClick={() => setCollapsed(!collapsed)}
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
