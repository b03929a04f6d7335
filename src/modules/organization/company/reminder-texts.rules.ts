import { type InputMode, wrong } from '~/kit/shared/fields/field-rules';
import { type Field, longText } from '~/kit/shared/fields/fields';

/** How a reminder speaks: before the due date, after it, and long after it. */
export type ReminderTone = 'friendly' | 'request' | 'firm';

/** From so many days past the due date a reminder is firm. */
export const firmFrom = 15;

const placeholder = /\{(customer|amount|date|company)\}/g;

/** The placeholders of a company's own text, as a sentence lists them. */
export const placeholderList = '{customer}, {amount}, {date} and {company}';

export type PlaceholderValues = Readonly<
  Record<'customer' | 'amount' | 'date' | 'company', string>
>;

/** The company's own text of a reminder with its values; a value is never read for placeholders. */
export function filledText(text: string, values: PlaceholderValues): string {
  return text.replaceAll(placeholder, (_, name: keyof PlaceholderValues) => values[name]);
}

/** The first braces in a text that hold no placeholder, or null. */
function unknownPlaceholder(text: string): string | null {
  const rest = text.replaceAll(placeholder, ' ');
  return /\{[^{}]{0,40}\}?|\}/.exec(rest)?.[0] ?? null;
}

function ownText(label: string): Field<string | null, 'write'> {
  const field = longText({ label, max: 1000 });
  return {
    ...field,
    read: (value: unknown, mode: InputMode) => {
      const reading = field.read(value, mode);
      const unknown = reading.ok && reading.value ? unknownPlaceholder(reading.value) : null;
      return unknown === null
        ? reading
        : wrong(`${label}: “${unknown}” is not a placeholder. Use ${placeholderList}.`);
    },
  };
}

/** A company's own texts, one for each tone; without one the reminder has the text of the product. */
export const reminderTextFields = {
  reminder_text_friendly: ownText('Text before the due date'),
  reminder_text_request: ownText('Text after the due date'),
  reminder_text_firm: ownText(`Text from ${firmFrom} days after the due date`),
};
