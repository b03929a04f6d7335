import type { ReactNode } from 'react';
import { valueOf } from '~/kit/shared/fields/custom';
import { fieldText } from '~/kit/shared/fields/field-text';
import type { Field, Fields } from '~/kit/shared/fields/fields';
import { ownTitle, useOwnFields } from '~/kit/ui/calls/own-fields';
import { SoftText } from '~/kit/ui/theme/SoftText';
import { WebLink } from './DetailValues';
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
  /** The company's own fields of a record, in a section before this one, or in this one if it is called so. */
  own?: { fields: Fields; row: object };
}

interface Props {
  sections: readonly DetailsSection[];
  /** In a dialog one below the other, on a page side by side. */
  layout: 'dialog' | 'page';
  /** Draws a value, where that is more than showing it. */
  draw?: (detail: Detail) => ReactNode;
}

/** What a record's details say, in a dialog and on its page alike. */
export function DetailsSections({ sections: given, layout, draw = plain }: Props) {
  const sections = useOwnSections(given);
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
      <span aria-hidden="true">–</span>
      <span className="visually-hidden">Not given</span>
    </SoftText>
  );
}

/** The sections with one of the company's own fields, where the record's kind has some. */
export function useOwnSections(sections: readonly DetailsSection[]): readonly DetailsSection[] {
  const at = sections.findIndex(({ own }) => own !== undefined);
  const shown = sections[at]?.own;
  const fields = useOwnFields(shown?.fields);
  const names = Object.entries(fields);
  if (!shown) return sections;
  const details = names.map(([name, field]): Detail => {
    const value = valueOf(shown.row, name);
    const isMissing = field.required && (value ?? null) === null;
    return {
      label: field.label,
      value: isMissing ? `Missing: ${field.label}` : ownValue(field, value),
      fields: [name],
      wide: field.kind === 'longText',
    };
  });
  const { own: _own, ...section } = sections[at] ?? { title: '' };
  return [
    ...sections.slice(0, at),
    ...(names.length === 0 ? [] : [{ title: ownTitle, details }]),
    ...(section.title === ownTitle ? [] : [section]),
    ...sections.slice(at + 1),
  ];
}

function ownValue(field: Field, value: unknown): ReactNode {
  const text = fieldText(field, value, 'UTC');
  if (text === '') return null;
  if (field.inputType === 'email') return <a href={`mailto:${text}`}>{text}</a>;
  return field.inputType === 'url' ? <WebLink address={text} /> : text;
}
