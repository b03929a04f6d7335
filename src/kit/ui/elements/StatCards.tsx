import { Skeleton, UnstyledButton } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { type ReactNode, Suspense, useId, useRef, useState } from 'react';
import { lazyPart } from '~/kit/ui/hooks/lazyPart';
import { useLatch } from '~/kit/ui/hooks/useLatch';
import { Panel } from './Panel';
import { SoftText } from '~/kit/ui/theme/SoftText';
import { classNames } from '~/kit/ui/theme/classNames';
import classes from './StatCards.module.css';

const AboutTip = lazyPart(() => import('./AboutTip'));

export interface StatCard {
  label: string;
  value: ReactNode;
  hint?: string;
  note?: string;
  tooltip?: string;
  /** Percent, 0 to 100; more fills the bar. */
  progress?: number;
  /** Colours the value; the text must say it too. */
  tone?: 'good' | 'warning' | 'bad';
}

interface Props {
  cards: readonly StatCard[];
  /** Of the counted records: after a failure, the cards show a dash instead of zero. */
  state: 'loading' | 'failed' | 'ready';
}

export function StatCards({ cards, state }: Props) {
  return (
    <div className={classes.cards} data-figures aria-busy={state === 'loading'}>
      {cards.map((card) => (
        <Card
          key={card.label}
          card={state === 'failed' ? unknown(card) : card}
          loading={state === 'loading'}
        />
      ))}
    </div>
  );
}

function unknown({ label, tooltip }: StatCard): StatCard {
  return { label, value: '–', ...(tooltip === undefined ? {} : { tooltip }) };
}

function Card({ card, loading }: { card: StatCard; loading: boolean }) {
  const labelId = useId();
  const { label, value, hint, note, tooltip, progress, tone } = card;
  return (
    <Panel className={classes.card} as="div" role="group" aria-labelledby={labelId}>
      <div className={classes.head}>
        <SoftText className={classes.label} as="span" small id={labelId}>
          {label}
        </SoftText>
        {tooltip !== undefined && <About label={label} text={tooltip} />}
      </div>
      {loading ? (
        <Skeleton className={classNames(classes.skeleton)} height={20} width="56%" />
      ) : (
        <div className={classes.figures}>
          <span className={classes.value} data-tone={tone}>
            {value}
          </span>
          {hint !== undefined && <SoftText as="span">{hint}</SoftText>}
        </div>
      )}
      {note !== undefined && (
        <SoftText as="div" small>
          {loading ? '\u00a0' : note}
        </SoftText>
      )}
      {progress !== undefined && (
        <Bar name={note ?? label} percent={loading ? 0 : Math.min(100, Math.max(0, progress))} />
      )}
    </Panel>
  );
}

function Bar({ name, percent }: { name: string; percent: number }) {
  return (
    <div className={classes.bar}>
      <div
        role="progressbar"
        aria-label={name}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        aria-valuetext={`${percent}%`}
        style={{ width: `${percent}%` }}
      />
    </div>
  );
}

function About({ label, text }: { label: string; text: string }) {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const isUsed = useLatch(isOpen);
  const open = () => setOpen(true);
  const close = () => setOpen(false);
  return (
    <>
      <UnstyledButton
        ref={button}
        className={classNames(classes.about)}
        aria-label={`About ${label}: ${text}`}
        onMouseEnter={open}
        onMouseLeave={() => document.activeElement !== button.current && close()}
        onFocus={open}
        onBlur={close}
        onKeyDown={({ key }) => key === 'Escape' && close()}
      >
        <IconInfoCircle size={14} aria-hidden />
      </UnstyledButton>
      {isUsed ? (
        <Suspense>
          <AboutTip target={button} text={text} isOpen={isOpen} />
        </Suspense>
      ) : null}
    </>
  );
}
