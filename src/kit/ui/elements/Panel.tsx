import { type HTMLAttributes, type ReactNode, useId } from 'react';
import { classNames } from './classNames';
import classes from './Panel.module.css';

type Tag = 'section' | 'div' | 'nav' | 'article' | 'li' | 'p' | 'dl' | 'fieldset' | 'table';

interface PanelProps extends Omit<HTMLAttributes<HTMLElement>, 'title'> {
  /** The element: a section where left out. */
  as?: Tag;
  /** A heading with a line below it; it names the panel. */
  title?: ReactNode;
  /** Beside the heading, such as a link. */
  action?: ReactNode;
  /** Room between the border and the content. */
  padded?: boolean;
}

/** The bordered surface that sets a part of a screen apart, with a heading or without. */
export function Panel({ as: Element = 'section', title, action, padded, ...rest }: PanelProps) {
  const id = useId();
  const named = title === undefined ? {} : { 'aria-labelledby': id };
  return (
    <Element
      {...named}
      {...rest}
      className={classNames(classes.panel, rest.className)}
      data-padded={padded || undefined}
    >
      {title === undefined ? null : (
        <header className={classes.head}>
          <h2 id={id}>{title}</h2>
          {action}
        </header>
      )}
      {rest.children}
    </Element>
  );
}
