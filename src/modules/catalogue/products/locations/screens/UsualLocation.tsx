import { NativeSelect } from '@mantine/core';
import type { FieldInputProps } from '~/kit/ui/form/FieldInput';
import { useActiveLocations } from './locations.client';

/** The `usual` location, else the default one, unless another one is chosen; nothing is sent of it until then. */
export function UsualLocation({
  required: _required,
  usual = null,
  onChange,
  ...input
}: FieldInputProps & { usual?: number | null }) {
  const locations = useActiveLocations();
  return (
    <NativeSelect
      {...input}
      data={locations.map(({ id, name }) => ({ value: String(id), label: name }))}
      value={input.value || String(usual ?? locations[0]?.id ?? '')}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
