import type { RefObject } from 'react';
import classes from './Form.module.css';

interface Props {
  message: string | null;
  details: readonly string[];
  alert: RefObject<HTMLDivElement | null>;
}

/** The first problem or the server's refusal, above the buttons, where it is visible however long the form. */
export function FormMessage({ message, details, alert }: Props) {
  if (message === null) return null;
  return (
    <div className={classes.message} role="alert" tabIndex={-1} ref={alert}>
      <p>{message}</p>
      {details.length > 0 ? (
        <ul>
          {details.map((detail) => (
            <li key={detail}>{detail}</li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}
