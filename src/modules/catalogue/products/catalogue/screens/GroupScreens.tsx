import { useCallback, useMemo, useState } from 'react';
import { ConfirmDelete } from '~/kit/ui/dialog/ConfirmDelete';
import { lazyDialog } from '~/kit/ui/dialog/lazyDialog';
import type { Brand } from '../brands.fields';
import type { Category } from '../categories.fields';
import type { Subcategory } from '../subcategories.fields';
import { useBrands, useCategories, useSubcategories } from './categories.client';
import type { GroupNoun } from './GroupDialogs';

const CategoryForm = lazyDialog(
  'subject',
  async () => (await import('./GroupDialogs')).CategoryForm,
);
const SubcategoryForm = lazyDialog(
  'subject',
  async () => (await import('./GroupDialogs')).SubcategoryForm,
);
const BrandForm = lazyDialog('subject', async () => (await import('./GroupDialogs')).BrandForm);

interface Subjects {
  category: Category | Partial<Category>;
  subcategory: Subcategory | Partial<Subcategory>;
  brand: Brand | Partial<Brand>;
}

type Open = {
  [Noun in GroupNoun]: { noun: Noun; subject: Subjects[Noun] };
}[GroupNoun];

interface RecordToDelete {
  noun: GroupNoun;
  id: number;
  name: string;
}

export function useGroups() {
  const categories = useCategories();
  const subcategories = useSubcategories();
  const brands = useBrands();
  const [open, setOpen] = useState<Open | null>(null);
  const [recordToDelete, setRecordToDelete] = useState<RecordToDelete | null>(null);
  const close = useCallback(() => {
    setOpen(null);
    setRecordToDelete(null);
  }, []);
  const show = useMemo(
    () => ({
      category: (subject: Subjects['category'] = {}) => setOpen({ noun: 'category', subject }),
      subcategory: (subject: Subjects['subcategory'] = {}) =>
        setOpen({ noun: 'subcategory', subject }),
      brand: (subject: Subjects['brand'] = {}) => setOpen({ noun: 'brand', subject }),
      deletion: (noun: GroupNoun, id: number, name: string) =>
        setRecordToDelete({ noun, id, name }),
    }),
    [],
  );
  return { categories, subcategories, brands, open, recordToDelete, show, close };
}

export type GroupsState = ReturnType<typeof useGroups>;

const titles = { category: 'Category', subcategory: 'Subcategory', brand: 'Brand' };

export function GroupForms({ groups }: { groups: GroupsState }) {
  const { categories, subcategories, brands, open, recordToDelete, close } = groups;
  const stores = { category: categories, subcategory: subcategories, brand: brands };
  const nounToDelete = recordToDelete?.noun ?? 'category';
  return (
    <>
      <CategoryForm
        groups={categories}
        subject={open?.noun === 'category' ? open.subject : null}
        onClose={close}
      />
      <SubcategoryForm
        groups={subcategories}
        subject={open?.noun === 'subcategory' ? open.subject : null}
        onClose={close}
      />
      <BrandForm
        groups={brands}
        subject={open?.noun === 'brand' ? open.subject : null}
        onClose={close}
      />
      <ConfirmDelete
        noun={titles[nounToDelete]}
        record={recordToDelete}
        label={recordToDelete?.name}
        message={`Are you sure you want to delete this ${nounToDelete}?`}
        onDelete={stores[nounToDelete].delete}
        done={`${titles[nounToDelete]} deleted successfully`}
        offlineText={`Failed to delete ${nounToDelete}`}
        onClose={close}
      />
    </>
  );
}
