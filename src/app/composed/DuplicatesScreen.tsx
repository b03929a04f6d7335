import type { Right } from '~/kit/shared/access';
import { customerFields } from '~/modules/sales/customers/customers.fields';
import { DuplicatesPage } from '~/modules/records/duplicates/screens/DuplicatesPage';
import type { DuplicateSubject, Row } from '~/modules/records/duplicates/screens/duplicates.client';
import { leadFields } from '~/modules/sales/leads/leads.fields';
import { productFields } from '~/modules/catalogue/products/catalogue/products.fields';
import { vendorFields } from '~/modules/buying/vendors/vendors.fields';
import { isKindShown } from '~/modules/organization/company/stock-uses.rules';
import { type MergeKindName, mergeKinds } from '~/modules/organization/kinds/kinds.rules';
import { may } from '~/modules/organization/users/rights.rules';
import { useStockUses } from '~/modules/organization/company/screens/settings.client';
import { useSession } from '~/modules/organization/users/sessions/screens/session.client';
import { NotPermitted } from '../RightGuard';

type Linked = Readonly<Record<string, (row: Row) => unknown>>;

const linkedBy =
  (names: Linked) =>
  (row: Row, field: string): string | null => {
    const name = names[field];
    return name ? String(name(row) ?? '').trim() : null;
  };

const byCompany = (row: Row) => String(row['company_name']);

const subjects: Record<MergeKindName, Omit<DuplicateSubject, 'kind'>> = {
  leads: {
    fields: leadFields,
    label: byCompany,
    linked: linkedBy({
      current_stage_id: (row) => row['stage_name'],
      assigned_to: (row) =>
        [row['assigned_first_name'], row['assigned_last_name']].filter(Boolean).join(' '),
    }),
  },
  customers: { fields: customerFields, label: byCompany, linked: linkedBy({}) },
  vendors: { fields: vendorFields, label: byCompany, linked: linkedBy({}) },
  products: {
    fields: productFields,
    label: (row) => String(row['product_name']),
    linked: linkedBy({
      category_id: (row) => row['category_name'],
      subcategory_id: (row) => row['subcategory_name'],
      brand_id: (row) => row['brand_name'],
    }),
  },
};

export default function DuplicatesScreen() {
  const person = useSession();
  const can = (right: Right) => may(person, right).ok;
  const uses = useStockUses();
  const seen = mergeKinds
    .filter((kind) => can(`${kind}.read`) && isKindShown(kind, uses))
    .map((kind) => ({ kind, ...subjects[kind] }));
  if (seen.length === 0)
    return (
      <NotPermitted message="Your role does not allow you to see leads, customers or products" />
    );
  return (
    <DuplicatesPage
      subjects={seen}
      mayMerge={({ kind }) => can(`${kind}.update`) && can(`${kind}.delete`)}
    />
  );
}
