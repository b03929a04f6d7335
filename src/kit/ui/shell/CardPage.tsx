import { Alert, Title } from '@mantine/core';
import { type SubmitEvent, type ReactNode, useEffect } from 'react';
import classes from './CardPage.module.css';

interface CardPageProps {
  title: string;
  tab: string;
  wide?: boolean;
  children: ReactNode;
}

export function CardPage({ title, tab, wide, children }: CardPageProps) {
  useEffect(() => {
    document.title = tab;
  }, [tab]);
  return (
    <main className={classes.page}>
      <div className={classes.card} data-wide={wide || undefined}>
        <img src="/icon.svg" alt="" width={40} height={40} />
        <Title order={1}>{title}</Title>
        {children}
      </div>
    </main>
  );
}

/** What the page is about, under its title. */
export function CardText({ children }: { children: ReactNode }) {
  return <p className={classes.subtitle}>{children}</p>;
}

interface CardFormProps {
  subtitle: ReactNode;
  message: string;
  tone?: 'success' | 'info';
  error: string;
  onSubmit: (event: SubmitEvent) => void;
  children: ReactNode;
}

const toneColors = { success: 'teal', info: 'blue' } as const;

export function CardForm(props: CardFormProps) {
  const { subtitle, message, tone = 'success', error, onSubmit, children } = props;
  return (
    <>
      <div className={classes.subtitle}>{subtitle}</div>
      <div aria-live="polite">
        {message && !error && (
          <Alert color={toneColors[tone]} data-tone={tone} role="status">
            {message}
          </Alert>
        )}
      </div>
      {error && (
        <Alert color="red" role="alert">
          {error}
        </Alert>
      )}
      <form className={classes.form} onSubmit={onSubmit} noValidate>
        {children}
      </form>
    </>
  );
}
