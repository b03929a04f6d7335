import type { ReactNode } from 'react';
import { Badge } from '~/kit/ui/elements/Badge';

export function badgeValue(text: string, color: string): ReactNode {
  return text === '' ? null : <Badge color={color}>{text}</Badge>;
}

export function momentValue(text: string, full: string): ReactNode {
  return <span title={full}>{text}</span>;
}

export function mailValue(address: string): ReactNode {
  if (address === '') return null;
  return (
    <a href={`mailto:${address}`} tabIndex={-1}>
      {address}
    </a>
  );
}

/** Only web addresses become links: `javascript:` in a stored value must not run. */
export function webValue(text: string): ReactNode {
  if (!/^https?:\/\//i.test(text)) return text;
  return (
    <a href={text} target="_blank" rel="noopener noreferrer" tabIndex={-1}>
      {text}
    </a>
  );
}
