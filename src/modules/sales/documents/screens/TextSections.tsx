import type { Field } from '~/kit/shared/fields/fields';
import type { DetailsSection } from '~/kit/ui/dialog/DetailsSections';

/** The texts of a document as sections of its details. */
export function textSections<Name extends string>(
  fields: Readonly<Record<Name, Pick<Field, 'label'>>>,
  row: Readonly<Record<Name, string | null>>,
  names: readonly Name[],
): DetailsSection[] {
  return names.map((name) => ({ title: fields[name].label, text: row[name], fields: [name] }));
}
