import { Alert, Anchor, Title } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { failureMessage, type useForm } from '~/kit/ui/form/useForm';
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
  form: Pick<ReturnType<typeof useForm>, 'failure' | 'submit'>;
  subtitle: ReactNode;
  message?: string;
  tone?: 'success' | 'info';
  /** Another failure than that of the form. */
  failure?: string;
  children: ReactNode;
}

const toneColors = { success: 'teal', info: 'blue' } as const;

export function CardForm(props: CardFormProps) {
  const { form, subtitle, message, tone = 'success', failure, children } = props;
  const error = failureMessage(form.failure) || failure;
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
      <form className={classes.form} onSubmit={form.submit} noValidate>
        {children}
      </form>
    </>
  );
}

/** A way to another form of the same card. */
export function CardAnchor({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <Anchor component="button" type="button" size="sm" onClick={onClick}>
      {children}
    </Anchor>
  );
}
