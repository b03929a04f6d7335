import { lazy, Suspense, useCallback, useMemo, useState } from 'react';
import { useOnceTrue } from '~/kit/ui/hooks/useOnceTrue';
import type { Brand } from '../brands.fields';
import type { Category } from '../categories.fields';
import type { Subcategory } from '../subcategories.fields';
import { useBrands, useCategories, useSubcategories } from './categories.client';
import type { GroupNoun } from './GroupDialogs';

const CategoryForm = lazy(async () => ({ default: (await import('./GroupDialogs')).CategoryForm }));
const SubcategoryForm = lazy(async () => ({
  default: (await import('./GroupDialogs')).SubcategoryForm,
}));
const BrandForm = lazy(async () => ({ default: (await import('./GroupDialogs')).BrandForm }));
const GroupQuestion = lazy(async () => ({
  default: (await import('./GroupDialogs')).GroupQuestion,
}));

interface Subjects {
  category: Category | Partial<Category>;
  subcategory: Subcategory | Partial<Subcategory>;
  brand: Brand | Partial<Brand>;
}

type Open = {
  [Noun in GroupNoun]: { noun: Noun; subject: Subjects[Noun] };
}[GroupNoun];

interface Doomed {
  noun: GroupNoun;
  id: number;
  name: string;
}

export function useGroups() {
  const categories = useCategories();
  const subcategories = useSubcategories();
  const brands = useBrands();
  const [open, setOpen] = useState<Open | null>(null);
  const [doomed, setDoomed] = useState<Doomed | null>(null);
  const close = useCallback(() => {
    setOpen(null);
    setDoomed(null);
  }, []);
  const show = useMemo(
    () => ({
      category: (subject: Subjects['category'] = {}) => setOpen({ noun: 'category', subject }),
      subcategory: (subject: Subjects['subcategory'] = {}) =>
        setOpen({ noun: 'subcategory', subject }),
      brand: (subject: Subjects['brand'] = {}) => setOpen({ noun: 'brand', subject }),
      deletion: (noun: GroupNoun, id: number, name: string) => setDoomed({ noun, id, name }),
    }),
    [],
  );
  return { categories, subcategories, brands, open, doomed, show, close };
}

export type GroupsState = ReturnType<typeof useGroups>;

export function GroupForms({ groups }: { groups: GroupsState }) {
  const { categories, subcategories, brands, open, doomed, close } = groups;
  const isOpen = { category: false, subcategory: false, brand: false };
  if (open) isOpen[open.noun] = true;
  const needsCategory = useOnceTrue(isOpen.category);
  const needsSubcategory = useOnceTrue(isOpen.subcategory);
  const needsBrand = useOnceTrue(isOpen.brand);
  const needsQuestion = useOnceTrue(doomed !== null);
  const stores = { category: categories, subcategory: subcategories, brand: brands };
  return (
    <Suspense fallback={null}>
      {needsCategory ? (
        <CategoryForm
          groups={categories}
          subject={open?.noun === 'category' ? open.subject : null}
          onClose={close}
        />
      ) : null}
      {needsSubcategory ? (
        <SubcategoryForm
          groups={subcategories}
          subject={open?.noun === 'subcategory' ? open.subject : null}
          onClose={close}
        />
      ) : null}
      {needsBrand ? (
        <BrandForm
          groups={brands}
          subject={open?.noun === 'brand' ? open.subject : null}
          onClose={close}
        />
      ) : null}
      {needsQuestion ? (
        <GroupQuestion
          noun={doomed?.noun ?? 'category'}
          name={doomed?.name ?? null}
          onDelete={async () => {
            if (doomed) await stores[doomed.noun].delete(doomed.id);
          }}
          onClose={close}
        />
      ) : null}
    </Suspense>
  );
}
