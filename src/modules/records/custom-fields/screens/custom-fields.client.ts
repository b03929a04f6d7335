import { useEffect, useMemo } from 'react';
import type { Fields } from '~/kit/shared/fields/fields';
import { api } from '~/kit/ui/calls/api';
import { takeOwnFields } from '~/kit/ui/calls/own-fields';
import { useRecords } from '~/kit/ui/records/useRecords';
import type { CustomField, CustomFieldPatch, CustomKind } from '../custom-fields.fields';
import { fieldsFrom } from '../custom-fields.rules';

export function useCustomFields() {
  return useRecords<CustomField, CustomFieldPatch>({
    entity: 'custom_fields',
    path: '/custom-fields',
    unscoped: true,
    order: (one, other) => one.position - other.position || one.id - other.id,
  });
}

export type CustomFields = ReturnType<typeof useCustomFields>;

/** How many records have a value of a field. */
export function countUsage(id: number): Promise<{ values: number }> {
  return api.get(`/custom-fields/${id}/usage`);
}

/** Gives forms, lists and details the fields of each kind, as soon as they change. */
export function useOwnFieldFeed(): void {
  const { rows, state } = useCustomFields();
  const isHere = state !== 'loading';
  const byKind = useMemo(() => {
    const kinds = new Set(rows.map(({ kind }) => kind));
    return new Map<string, Fields>(
      [...kinds].map((kind) => [kind, fieldsFrom(rows.filter(isOnOf(kind)))]),
    );
  }, [rows]);
  useEffect(() => {
    if (isHere) takeOwnFields(byKind);
  }, [byKind, isHere]);
}

const isOnOf =
  (kind: CustomKind) =>
  (each: CustomField): boolean =>
    each.kind === kind && each.is_active;
