import { type ReactNode, useId } from 'react';

interface Props {
  title: string;
  action?: ReactNode;
  children: ReactNode;
}

/** One card of the page. */
export function PrivacySection({ title, action, children }: Props) {
  const id = useId();
  return (
    <section className="privacy-section" aria-labelledby={id}>
      <header className="privacy-section-head">
        <h2 id={id}>{title}</h2>
        {action}
      </header>
      {children}
    </section>
  );
}
