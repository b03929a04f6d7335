import { type ReactNode, useId } from 'react';
import { Panel } from '~/kit/ui/elements/Panel';
import { SoftText } from '~/kit/ui/theme/SoftText';
import classes from './AccountCard.module.css';

interface AccountCardProps {
  title: string;
  about?: ReactNode;
  action?: ReactNode;
  danger?: boolean;
  children: ReactNode;
}

export function AccountCard({ title, about, action, danger = false, children }: AccountCardProps) {
  const id = useId();
  return (
    <Panel className={classes.card} aria-labelledby={id} data-danger={danger || undefined}>
      <div className={classes.cardHead}>
        <h2 id={id}>{title}</h2>
        {action}
      </div>
      {about ? <SoftText className={classes.about}>{about}</SoftText> : null}
      {children}
    </Panel>
  );
}

interface AccountDetailsProps {
  details: readonly { label: string; value: ReactNode; wide?: boolean }[];
}

export function AccountDetails({ details }: AccountDetailsProps) {
  const prefix = useId();
  return (
    <dl className={classes.details}>
      {details.map(({ label, value, wide }) => (
        <div key={label} data-wide={wide || undefined}>
          <dt id={`${prefix}-${label}`.replaceAll(' ', '-')}>{label}</dt>
          <dd aria-labelledby={`${prefix}-${label}`.replaceAll(' ', '-')}>
            {value || <SoftText as="span">Not given</SoftText>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
