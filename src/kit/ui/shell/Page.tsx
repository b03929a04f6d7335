import { IconChevronLeft } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { createContext, type ReactNode, useContext, useEffect, useRef } from 'react';
import { classNames } from '~/kit/ui/theme/classNames';
import classes from './Page.module.css';

export const ProductName = createContext('');
/** What follows the title of each page. */
export const PageHelp = createContext<ReactNode>(null);

/** Names the browser's tab: "{title} · {product}". */
export function PageTitle({ title }: { title: string }) {
  const product = useContext(ProductName);
  useEffect(() => {
    document.title = product ? `${title} · ${product}` : title;
  }, [title, product]);
  return null;
}

export interface PageProps {
  title: string;
  /** The screen to which this one belongs. */
  back?: { to: string; label: string };
  subtitle?: ReactNode;
  actions?: ReactNode;
  fill?: boolean;
  children: ReactNode;
}

export function Page({ title, back, subtitle, actions, fill, children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const help = useContext(PageHelp);
  // After navigation the focus waits on main until the page is there (Layout.tsx).
  useEffect(() => {
    if (document.activeElement?.tagName === 'MAIN') heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div className={classes.page} data-fill={fill || undefined}>
      <PageTitle title={title} />
      <header className={classes.head}>
        <div className={classes.titles}>
          {back ? (
            <Link className={classNames(classes.back)} to={back.to}>
              <IconChevronLeft size={14} aria-hidden /> {back.label}
            </Link>
          ) : null}
          <div className={classes.heading}>
            <h1 ref={heading} tabIndex={-1}>
              {title}
            </h1>
            {help}
          </div>
          {subtitle ? <p>{subtitle}</p> : null}
        </div>
        {actions ? <div className={classes.actions}>{actions}</div> : null}
      </header>
      <div className={classes.body}>{children}</div>
    </div>
  );
}
