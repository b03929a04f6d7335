import { useMediaQuery } from '@mantine/hooks';
import { lazyPart } from '~/kit/ui/hooks/lazyPart';
import { tablet } from '~/kit/ui/theme/breakpoints';
import { IconMenu2 } from '@tabler/icons-react';
import { Link, useRouterState } from '@tanstack/react-router';
import { type ReactNode, type RefObject, Suspense, useEffect, useRef, useState } from 'react';
import type { Pictured } from '~/kit/ui/elements/Avatar';
import { ErrorBoundary } from '~/kit/ui/messages/ErrorFallback';
import type { MenuIcon, MenuSection } from '~/kit/ui/elements/menu';
import { ProductName } from './Page';
import { ProfileMenu, type ProfileEntry } from './ProfileMenu';
import { Sidebar } from './Sidebar';
import { HeaderButton } from './HeaderButton';
import classes from './Layout.module.css';

const SidebarDrawer = lazyPart(() => import('./SidebarDrawer'));

interface LayoutProps {
  productName: string;
  productIcon?: MenuIcon;
  sections: readonly MenuSection[];
  /** The person whose folded captions this browser stores. */
  menuOwner: number;
  profileEntries: readonly ProfileEntry[];
  user: Pictured;
  onLogout: () => void;
  headerRight?: ReactNode;
  /** A line between the header and the page. */
  notice?: ReactNode;
  children: ReactNode;
}

export function Layout(props: LayoutProps) {
  const { productName, sections, menuOwner: owner } = props;
  const narrow = useMediaQuery(tablet, false, { getInitialValueInEffect: false });
  const [drawer, setDrawer] = useState(false);
  const main = useRef<HTMLElement>(null);
  // The page shown, not the one being loaded.
  const path = useRouterState({
    select: ({ resolvedLocation, location }) => (resolvedLocation ?? location).pathname,
  });
  useFocusOnNavigation(main, path);

  return (
    <ProductName value={productName}>
      <div className={classes.layout}>
        <SkipLink main={main} />
        <Header {...props} onOpenMenu={narrow ? () => setDrawer(true) : null} />
        {props.notice}
        <div className={classes.below}>
          {narrow ? (
            <Suspense fallback={null}>
              <SidebarDrawer
                opened={drawer}
                onClose={() => setDrawer(false)}
                sections={sections}
                owner={owner}
              />
            </Suspense>
          ) : (
            <Sidebar sections={sections} owner={owner} />
          )}
          <main
            id="content"
            ref={main}
            className={classes.main}
            tabIndex={-1}
            data-scroll-restoration-id="content"
          >
            <ErrorBoundary resetKey={path}>{props.children}</ErrorBoundary>
          </main>
        </div>
      </div>
    </ProductName>
  );
}

function SkipLink({ main }: { main: RefObject<HTMLElement | null> }) {
  return (
    <a
      className={classes.skip}
      href="#content"
      onClick={(event) => {
        // The address must not get #content.
        event.preventDefault();
        main.current?.focus();
      }}
    >
      Skip to content
    </a>
  );
}

function Header(props: LayoutProps & { onOpenMenu: (() => void) | null }) {
  const { productIcon: Icon, onOpenMenu } = props;
  return (
    <header className={classes.header}>
      {onOpenMenu ? (
        <HeaderButton aria-label="Open menu" aria-haspopup="dialog" onClick={onOpenMenu}>
          <IconMenu2 size={20} stroke={1.75} aria-hidden="true" />
        </HeaderButton>
      ) : null}
      <Link to="/" className={classes.product}>
        {Icon ? (
          <span className={classes.mark} aria-hidden="true">
            <Icon size={18} stroke={1.75} />
          </span>
        ) : null}
        <span className={classes.productName}>{props.productName}</span>
      </Link>
      <div className={classes.headerRight}>
        {props.headerRight}
        <ProfileMenu user={props.user} entries={props.profileEntries} onLogout={props.onLogout} />
      </div>
    </header>
  );
}

// Moves the focus after navigation, for screen readers; a page that loads later takes it over from main (Page.tsx).
function useFocusOnNavigation(main: RefObject<HTMLElement | null>, path: string) {
  const before = useRef(path);
  useEffect(() => {
    if (before.current === path) return;
    before.current = path;
    const heading = main.current?.querySelector<HTMLElement>('h1[tabindex]');
    (heading ?? main.current)?.focus({ preventScroll: true });
  }, [main, path]);
}
