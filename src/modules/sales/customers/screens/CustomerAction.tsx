import { type ComponentType, type ReactNode, useMemo, useState } from 'react';
import type { Right } from '~/kit/shared/access';
import type { RowAction } from '~/kit/ui/columns/tableColumn';
import { useMay } from '~/modules/organization/workspaces/screens/workspaces.client';
import type { Customer } from '../customers.fields';

export interface CustomerActionKind {
  key: string;
  label: string;
  right: Right;
  icon: ReactNode;
  /** Its dialog, loaded when first opened; closed while `customer` is null. */
  Form: ComponentType<{ customer: Customer | null; onClose: () => void }>;
}

/**
 * An action for active customers in their list and details, with its dialog
 * (docs/product/customers.md#inactive-customers). `kind` must be a constant.
 */
export function useCustomerAction(kind: CustomerActionKind): {
  action: RowAction<Customer>;
  dialog: ReactNode;
} {
  const [customer, setCustomer] = useState<Customer | null>(null);
  const { ok: canWrite } = useMay(kind.right);
  const action = useMemo(
    () => ({
      key: kind.key,
      label: () => kind.label,
      icon: kind.icon,
      onClick: setCustomer,
      isOffered: ({ is_active }: Customer) => canWrite && is_active,
    }),
    [kind, canWrite],
  );
  const dialog = <kind.Form customer={customer} onClose={() => setCustomer(null)} />;
  return { action, dialog };
}
