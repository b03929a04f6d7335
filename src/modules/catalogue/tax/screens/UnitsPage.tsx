import { columnsFromFields } from '~/kit/ui/columns/columns';
import { orTryAgain } from '~/kit/ui/calls/reportFailure';
import { FormDialog } from '~/kit/ui/form/FormDialog';
import { type Unit, unitFields } from '../units.fields';
import { type AdminFormProps, AdminTable, type AdminTexts } from './AdminTable';
import { type Units, useUnits } from './units.client';

const texts: AdminTexts = {
  title: 'Units',
  subtitle: 'Units of measure for products',
  noun: 'Unit',
  one: 'unit',
  all: 'units',
};

const columns = columnsFromFields(unitFields, {
  timeZone: 'UTC',
  today: '',
  keys: ['code', 'name', 'uqc', 'decimals'],
  overrides: { code: { width: 180 }, name: { width: 260 }, decimals: { align: 'left' } },
});

const sections = [{ title: '', names: ['code', 'name', 'uqc', 'decimals'] }] as const;
const fresh = { decimals: 0 };

/** "Units" (docs/product/tax.md#screens). */
export default function UnitsPage() {
  const units = useUnits();
  return (
    <AdminTable
      texts={texts}
      list={units}
      columns={columns}
      nameOf={({ code }) => code}
      form={UnitForm}
    />
  );
}

function UnitForm({ list: units, subject, onClose }: AdminFormProps<Unit, Units>) {
  const existing = subject === 'new' ? null : subject;
  const verb = existing ? 'update' : 'create';
  const refused = `Failed to ${verb} unit`;
  return (
    <FormDialog
      onClose={onClose}
      title={existing ? 'Edit Unit' : 'Add Unit'}
      size="lg"
      fields={unitFields}
      sections={sections}
      initial={existing ?? fresh}
      submitLabel={existing ? 'Save Unit' : 'Create Unit'}
      failed={orTryAgain(refused)}
      onSubmit={async (values, _key, save) => {
        const saved = await (existing
          ? save(values, (body) => units.update(existing.id, body))
          : units.create(values));
        return `Unit "${saved.code}" has been ${verb}d`;
      }}
    />
  );
}
