import { type HTMLAttributes, type ReactNode, useId } from 'react';
import { classNames } from '~/kit/ui/theme/classNames';
import classes from './Panel.module.css';

type Tag = 'section' | 'div' | 'nav' | 'article' | 'li' | 'p' | 'dl' | 'fieldset' | 'table';

interface PanelProps extends Omit<HTMLAttributes<HTMLElement>, 'title'> {
  as?: Tag;
  title?: ReactNode;
  action?: ReactNode;
  padded?: boolean;
}

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
