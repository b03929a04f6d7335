import type { ComponentProps } from 'react';
import classes from './HeaderButton.module.css';

/** An icon as a button, in the header and in the head of the menu. */
export function HeaderButton(props: ComponentProps<'button'>) {
  return <button type="button" {...props} className={classes.button} />;
}
