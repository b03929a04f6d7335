import type { ReactNode } from 'react';
import { SoftText } from '~/kit/ui/elements/SoftText';
import classes from './DetailsSections.module.css';

export interface Detail {
  label: string;
  value: ReactNode;
  wide?: boolean;
}

export interface DetailsSection {
  title: string;
  details?: readonly Detail[];
  text?: string | null;
  content?: ReactNode;
}

interface Props {
  sections: readonly DetailsSection[];
  /** In a dialog one below the other, on a page side by side. */
  place: 'dialog' | 'page';
}

/** What a record's details say, in a dialog and on its page alike. */
export function DetailsSections({ sections, place }: Props) {
  return (
    <div className={classes.sections} data-place={place}>
      {sections.map((section) => (
        <Section key={section.title} section={section} place={place} />
      ))}
    </div>
  );
}

function Section({ section, place }: { section: DetailsSection; place: Props['place'] }) {
  const Heading = place === 'page' ? 'h2' : 'h3';
  return (
    <section className={classes.section}>
      <Heading className={classes.title}>{section.title}</Heading>
      {section.details ? (
        <dl className={classes.list}>
          {section.details.map((detail) => (
            <div key={detail.label} data-wide={detail.wide || undefined}>
              <dt>{detail.label}</dt>
              <dd>
                <Value value={detail.value} />
              </dd>
            </div>
          ))}
        </dl>
      ) : null}
      {section.content}
      {section.text === undefined ? null : (
        <p className={classes.text}>
          <Value value={section.text} />
        </p>
      )}
    </section>
  );
}

function Value({ value }: { value: ReactNode }) {
  if (value !== null && value !== undefined && value !== '') return value;
  return (
    <SoftText as="span">
      <span aria-hidden="true">—</span>
      <span className="visually-hidden">Not given</span>
    </SoftText>
  );
}
