import type { Detail, DetailsSection } from '~/kit/ui/dialog/DetailsSections';
import type { Column } from './tableColumn';
import { canEdit } from './useFieldEdits';

/**
 * The sections of a record's page where its fields are edited: a value of several fields, such as an address, is
 * shown field by field.
 */
export function sectionsInPlace<Row>(
  sections: readonly DetailsSection[],
  columns: readonly Column<Row>[],
  row: Row,
): readonly DetailsSection[] {
  const apart = (fields: readonly string[] | undefined): Detail[] | null => {
    const own = fields?.map((field) => columnOfField(columns, field));
    if (!own || own.length < 2) return null;
    const existing = own.filter((column) => column !== undefined);
    if (!existing.some((column) => canEdit(column, row))) return null;
    return existing.map(({ title, text, edit }) => ({
      label: title,
      value: text(row),
      fields: edit ? [edit.field] : [],
    }));
  };
  return sections.map((section) => {
    const { text: _text, fields, ...others } = section;
    const loose = apart(fields);
    if (loose) return { ...others, details: loose };
    const details = section.details?.flatMap((detail) => apart(detail.fields) ?? [detail]);
    return details ? { ...section, details } : section;
  });
}

export function columnOfField<Row>(
  columns: readonly Column<Row>[],
  field: string,
): Column<Row> | undefined {
  return columns.find(({ edit }) => edit?.field === field);
}
