import type { ComponentProps } from 'react';
import classes from './HeaderButton.module.css';

export function HeaderButton(props: ComponentProps<'button'>) {
  return <button type="button" {...props} className={classes.button} />;
}
