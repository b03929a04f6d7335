import { FormDialog } from '~/kit/ui/form/FormDialog';
import { type Brand, brandFields } from '../brands.fields';
import { type Category, categoryFields } from '../categories.fields';
import { type Subcategory, subcategoryFields } from '../subcategories.fields';
import {
  type Brands,
  type Categories,
  type Subcategories,
  useGroupChoices,
} from './categories.client';

export type GroupNoun = 'category' | 'subcategory' | 'brand';

interface FormProps<Store, Row> {
  groups: Store;
  /** The record to change, the initial values of a new one, or null when closed. */
  subject: Row | Partial<Row> | null;
  onClose: () => void;
}

export function CategoryForm({ groups, subject, onClose }: FormProps<Categories, Category>) {
  return (
    <FormDialog
      {...textsOf('category', subject)}
      opened={subject !== null}
      onClose={onClose}
      fields={categoryFields}
      initial={subject ?? undefined}
      sections={[{ title: '', names: ['category_name', 'description'] }]}
      onSubmit={async (values, _key, save) => {
        const id = subject?.id;
        await (id ? save(values, (body) => groups.update(id, body)) : groups.create(values));
        return `Category ${id ? 'updated' : 'created'} successfully`;
      }}
    />
  );
}

export function SubcategoryForm({
  groups,
  subject,
  onClose,
}: FormProps<Subcategories, Subcategory>) {
  const choices = useGroupChoices();
  return (
    <FormDialog
      {...textsOf('subcategory', subject)}
      opened={subject !== null}
      onClose={onClose}
      fields={subcategoryFields}
      initial={subject ?? undefined}
      sections={[{ title: '', names: ['subcategory_name', 'category_id', 'description'] }]}
      required={['category_id']}
      choices={{ category_id: choices.categories }}
      onSubmit={async (values, _key, save) => {
        const id = subject?.id;
        await (id ? save(values, (body) => groups.update(id, body)) : groups.create(values));
        return `Subcategory ${id ? 'updated' : 'created'} successfully`;
      }}
    />
  );
}

export function BrandForm({ groups, subject, onClose }: FormProps<Brands, Brand>) {
  return (
    <FormDialog
      {...textsOf('brand', subject)}
      opened={subject !== null}
      onClose={onClose}
      fields={brandFields}
      initial={subject ?? undefined}
      sections={[{ title: '', names: ['brand_name', 'website', 'description'] }]}
      onSubmit={async (values, _key, save) => {
        const id = subject?.id;
        await (id ? save(values, (body) => groups.update(id, body)) : groups.create(values));
        return `Brand ${id ? 'updated' : 'created'} successfully`;
      }}
    />
  );
}

function nounOf(noun: GroupNoun): string {
  return `${noun.slice(0, 1).toUpperCase()}${noun.slice(1)}`;
}

function textsOf(noun: GroupNoun, subject: object | null) {
  const isExisting = subject !== null && 'id' in subject;
  return {
    title: `${isExisting ? 'Edit' : 'Add'} ${nounOf(noun)}`,
    size: 'lg',
    submitLabel: `${isExisting ? 'Save' : 'Create'} ${nounOf(noun)}`,
    failed: { refused: `Failed to ${isExisting ? 'update' : 'create'} ${noun}` },
  } as const;
}
