import type { ReactNode } from 'react';
import { AddButton } from '~/kit/ui/elements/AddButton';
import { counted } from '~/kit/shared/money/numbers';
import { EmptyState, FailedState, LoadingRows } from '~/kit/ui/elements/ListStates';
import type { ListState } from '~/kit/ui/data/list-store';
import type { Subcategory } from '../subcategories.fields';
import type { GroupsState } from './GroupScreens';

/** Each category with its subcategories and how many products they hold (docs/product/products.md#inventory-screen). */
export function CategoryCards({ groups }: { groups: GroupsState }) {
  const { categories, subcategories, show } = groups;
  return (
    <>
      <div className="catalogue-tools">
        <AddButton variant="default" onClick={() => show.subcategory()}>
          Add Subcategory
        </AddButton>
        <AddButton onClick={() => show.category()}>Add Category</AddButton>
      </div>
      <Cards what="categories" state={categories.state} retry={categories.retry}>
        {categories.rows.map((category) => (
          <li key={category.id} className="group-card">
            <div className="group-head">
              <h2>{category.category_name}</h2>
              <Count count={category.product_count} />
            </div>
            {category.description ? <p className="group-text">{category.description}</p> : null}
            <Subcategories
              rows={subcategories.rows.filter((each) => each.category_id === category.id)}
            />
          </li>
        ))}
      </Cards>
    </>
  );
}

function Subcategories({ rows }: { rows: readonly Subcategory[] }) {
  if (rows.length === 0) return <p className="group-text">No subcategories</p>;
  return (
    <ul className="group-list">
      {rows.map((subcategory) => (
        <li key={subcategory.id}>
          <span>{subcategory.subcategory_name}</span>
          <Count count={subcategory.product_count} />
        </li>
      ))}
    </ul>
  );
}

/** Each brand with its website and how many products it has (docs/product/products.md#inventory-screen). */
export function BrandCards({ groups }: { groups: GroupsState }) {
  const { brands, show } = groups;
  return (
    <>
      <div className="catalogue-tools">
        <AddButton onClick={() => show.brand()}>Add Brand</AddButton>
      </div>
      <Cards what="brands" state={brands.state} retry={brands.retry}>
        {brands.rows.map((brand) => (
          <li key={brand.id} className="group-card">
            <div className="group-head">
              <h2>{brand.brand_name}</h2>
              <Count count={brand.product_count} />
            </div>
            {brand.description ? <p className="group-text">{brand.description}</p> : null}
            {brand.website ? (
              <a href={brand.website} target="_blank" rel="noopener noreferrer">
                {brand.website}
              </a>
            ) : null}
          </li>
        ))}
      </Cards>
    </>
  );
}

interface CardsProps {
  what: 'categories' | 'brands';
  state: ListState;
  retry: () => void;
  children: readonly ReactNode[];
}

function Cards({ what, state, retry, children }: CardsProps) {
  if (state === 'failed') return <FailedState text={`Failed to load ${what}`} onRetry={retry} />;
  if (state === 'loading') return <LoadingRows columns={3} text={`Loading ${what}...`} />;
  if (children.length === 0) {
    return <EmptyState text={`No ${what} found`} hint={null} action={null} />;
  }
  return (
    // What scrolls must be reached by keyboard.
    <div className="group-scroll" tabIndex={0} role="group" aria-label={what}>
      <ul className="group-cards">{children}</ul>
    </div>
  );
}

function Count({ count }: { count: number }) {
  return <span className="group-count">{counted(count, 'product')}</span>;
}
