import type { ReactNode } from 'react';
import { SoftText } from '~/kit/ui/elements/SoftText';
import classes from './DetailsSections.module.css';

export interface Detail {
  label: string;
  value: ReactNode;
  wide?: boolean;
  /** The fields of the record that it says, edited on its page in place. */
  fields?: readonly string[];
}

export interface DetailsSection {
  title: string;
  details?: readonly Detail[];
  text?: string | null;
  /** Those that the text says. */
  fields?: readonly string[];
  content?: ReactNode;
}

interface Props {
  sections: readonly DetailsSection[];
  /** In a dialog one below the other, on a page side by side. */
  layout: 'dialog' | 'page';
  /** Draws a value, where that is more than showing it. */
  draw?: (detail: Detail) => ReactNode;
}

/** What a record's details say, in a dialog and on its page alike. */
export function DetailsSections({ sections, layout, draw = plain }: Props) {
  return (
    <div className={classes.sections} data-place={layout}>
      {sections.map((section) => (
        <Section key={section.title} section={section} layout={layout} draw={draw} />
      ))}
    </div>
  );
}

const plain = ({ value }: Detail) => <DetailValue value={value} />;

interface SectionProps extends Required<Pick<Props, 'layout' | 'draw'>> {
  section: DetailsSection;
}

function Section({ section, layout, draw }: SectionProps) {
  const Heading = layout === 'page' ? 'h2' : 'h3';
  return (
    <section className={classes.section}>
      <Heading className={classes.title}>{section.title}</Heading>
      {section.details ? (
        <dl className={classes.list}>
          {section.details.map((detail) => (
            <div key={detail.label} data-wide={detail.wide || undefined}>
              <dt>{detail.label}</dt>
              <dd>{draw(detail)}</dd>
            </div>
          ))}
        </dl>
      ) : null}
      {section.text === undefined ? null : (
        <p className={classes.text}>
          {draw({ label: section.title, value: section.text, fields: section.fields ?? [] })}
        </p>
      )}
      {section.content}
    </section>
  );
}

export function DetailValue({ value }: { value: ReactNode }) {
  if (value !== null && value !== undefined && value !== '') return value;
  return (
    <SoftText as="span">
      <span aria-hidden="true">—</span>
      <span className="visually-hidden">Not given</span>
    </SoftText>
  );
}
