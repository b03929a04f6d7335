import { IconCheck, IconStar, IconX } from '@tabler/icons-react';
import { type ComponentType, useCallback, useMemo } from 'react';
import { attempt } from '~/kit/ui/calls/reportFailure';
import { toast } from '~/kit/ui/messages/toasts';
import type { FieldInputProps } from '~/kit/ui/form/FieldInput';
import { FormDialog } from '~/kit/ui/form/FormDialog';
import { columnsFromFields } from '~/kit/ui/columns/columns';
import type { RowAction } from '~/kit/ui/columns/tableColumn';
import {
  type AdminFormProps,
  AdminTable,
  type AdminTexts,
} from '~/modules/catalogue/tax/screens/AdminTable';
import { useStockUses } from '~/modules/organization/company/screens/settings.client';
import { firstLocation, type Location, locationFields } from '../locations.fields';
import { type Locations, useLocations } from './locations.client';

const texts: AdminTexts = {
  title: 'Locations',
  subtitle: 'Where your stock lies',
  noun: 'Location',
  one: 'location',
  all: 'locations',
  add: 'New Location',
  undeletable: 'You can only delete a location to or from which nothing was ever moved.',
};

const allColumns = columnsFromFields(locationFields, {
  timeZone: 'UTC',
  today: '',
  keys: ['name', 'code', 'kind', 'vendor_name', 'is_default', 'is_active'],
  overrides: {
    name: { width: 260 },
    code: { width: 180 },
    vendor_name: { width: 220 },
    is_default: { badge: false },
    is_active: { badge: false },
  },
});
const columnsWithoutVendors = allColumns.filter(({ key }) => key !== 'vendor_name');

const sections = [{ title: '', names: ['name', 'code', 'kind'] }] as const;
const vendorSections = [{ title: '', names: ['name', 'code', 'kind', 'vendor_id'] }] as const;
const fresh = { kind: 'store' } as const;
const nameOf = ({ name }: Location) => name;
const canDelete = ({ id, is_default }: Location) => !is_default && id !== firstLocation;

type FormProps = AdminFormProps<Location, Locations>;

/** The input of a job worker's vendor, for a company that has vendors. */
export type VendorInput = ComponentType<
  FieldInputProps & { chosenName: string | undefined; disabled: boolean }
>;

/** "Locations" (docs/product/locations.md#screen). */
export function LocationsPage({ vendorInput }: { vendorInput: VendorInput }) {
  const locations = useLocations();
  const actions = useActions(locations);
  const columns = useHasVendors() ? allColumns : columnsWithoutVendors;
  const form = useCallback(
    (props: FormProps) => <LocationForm {...props} vendorInput={vendorInput} />,
    [vendorInput],
  );
  return (
    <AdminTable
      texts={texts}
      list={locations}
      columns={columns}
      nameOf={nameOf}
      form={form}
      rowActions={actions}
      canDelete={canDelete}
    />
  );
}

function useHasVendors(): boolean {
  return useStockUses().includes('vendors');
}

function useActions({ update }: Locations): readonly RowAction<Location>[] {
  return useMemo(() => {
    const change = (verb: string, patch: Partial<Location>) => (location: Location) =>
      void attempt({ refused: `Failed to make location ${verb}` }, async () => {
        await update(location.id, { ...patch, updated_at: location.updated_at });
        toast('success', `Location "${location.name}" is now ${verb}`);
      });
    return [
      {
        key: 'default',
        label: () => 'Make Default',
        icon: <IconStar size={16} />,
        isOffered: ({ is_default, is_active, kind }) =>
          !is_default && is_active && kind === 'store',
        onClick: change('the default', { is_default: true }),
      },
      {
        key: 'inactive',
        label: () => 'Make Inactive',
        icon: <IconX size={16} />,
        isOffered: ({ is_default, is_active }) => is_active && !is_default,
        onClick: change('inactive', { is_active: false }),
      },
      {
        key: 'active',
        label: () => 'Make Active',
        icon: <IconCheck size={16} />,
        isOffered: ({ is_active }) => !is_active,
        onClick: change('active', { is_active: true }),
      },
    ];
  }, [update]);
}

function LocationForm({
  list: locations,
  subject,
  onClose,
  vendorInput: Vendor,
}: FormProps & { vendorInput: VendorInput }) {
  const existing = subject === 'new' ? null : subject;
  const chosenName = existing?.vendor_name ?? undefined;
  return (
    <FormDialog
      onClose={onClose}
      title={existing ? 'Edit Location' : 'New Location'}
      size="lg"
      fields={locationFields}
      sections={useHasVendors() ? vendorSections : sections}
      inputs={({ kind }) => vendorInputs(Vendor, { chosenName, disabled: kind !== 'job_worker' })}
      follow={(name, { kind }) =>
        name === 'kind' && kind !== 'job_worker' ? { vendor_id: '' } : {}
      }
      initial={existing ?? fresh}
      notes={({ kind }) => ({ kind: { text: kindTexts[kind ?? ''] ?? '', isDoubt: false } })}
      submitLabel={existing ? 'Save Location' : 'Create Location'}
      failed={{ refused: `Failed to ${existing ? 'update' : 'create'} location` }}
      onSubmit={async (values, key, save) => {
        await (existing
          ? save(values, (body) => locations.update(existing.id, body))
          : locations.create(values, key));
        return `Location ${existing ? 'updated' : 'created'} successfully`;
      }}
    />
  );
}

function vendorInputs(
  Vendor: VendorInput,
  state: { chosenName: string | undefined; disabled: boolean },
) {
  return { vendor_id: (props: FieldInputProps) => <Vendor {...props} {...state} /> };
}

const kindTexts: Readonly<Record<string, string>> = {
  store: 'Goods here are available.',
  hold: 'Goods here are yours, but not available: they are not delivered.',
  job_worker: 'Goods here are yours; another company works on them. They are not available.',
};
