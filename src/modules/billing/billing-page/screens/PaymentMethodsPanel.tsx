import { Button } from '@mantine/core';
import { IconBuildingBank, IconCreditCard, IconQrcode } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { AddButton } from '~/kit/ui/elements/AddButton';
import { attempt } from '~/kit/ui/calls/reportFailure';
import { Badge } from '~/kit/ui/elements/Badge';
import { EmptyState, FailedState, LoadingRows } from '~/kit/ui/messages/ListStates';
import { toast } from '~/kit/ui/messages/toasts';
import { lazyDialog } from '~/kit/ui/dialog/lazyDialog';
import {
  type PaymentMethod,
  paymentMethodTypes,
} from '~/modules/organization/company/accounts.fields';
import {
  type PaymentMethods,
  usePaymentMethods,
} from '~/modules/organization/company/screens/accounts.client';
import { useSession } from '~/modules/organization/users/sessions/screens/session.client';
import type { OpenDialog } from './PaymentMethodDialogs';
import { SoftText } from '~/kit/ui/theme/SoftText';
import { Panel } from '~/kit/ui/elements/Panel';
import classes from './BillingPage.module.css';

const PaymentMethodDialogs = lazyDialog('open', () => import('./PaymentMethodDialogs'));

export function PaymentMethodsPanel() {
  const methods = usePaymentMethods();
  const isAdmin = useSession().role === 'admin';
  const [open, setOpen] = useState<OpenDialog | null>(null);
  const add = isAdmin ? (
    <AddButton onClick={() => setOpen({ what: 'create', method: null })}>
      Add Payment Method
    </AddButton>
  ) : null;
  return (
    <>
      <div className={classes.tools} data-narrow>
        <SoftText>
          {isAdmin
            ? 'The default payment method is printed on your invoices.'
            : 'The default payment method is printed on invoices. Only an administrator can change payment methods.'}
        </SoftText>
        {add}
      </div>
      <Methods methods={methods} open={isAdmin ? setOpen : null} />
      <PaymentMethodDialogs methods={methods} open={open} onClose={() => setOpen(null)} />
    </>
  );
}

interface MethodsProps {
  methods: PaymentMethods;
  open: ((open: OpenDialog) => void) | null;
}

function Methods({ methods, open }: MethodsProps) {
  const { state, rows } = methods;
  if (state === 'failed')
    return <FailedState text="Failed to load payment methods" onRetry={methods.retry} />;
  if (state === 'loading') return <LoadingRows columns={3} text="Loading payment methods..." />;
  if (rows.length === 0) {
    return (
      <EmptyState
        text="No payment methods found"
        hint="Add the bank account, UPI ID or card that your customers pay into."
        action={null}
      />
    );
  }
  return (
    <ul className={classes.methods}>
      {rows.map((method) => (
        <Method key={method.id} method={method} methods={methods} open={open} />
      ))}
    </ul>
  );
}

const icons = { bank: IconBuildingBank, upi: IconQrcode, card: IconCreditCard };

function Method({ method, methods, open }: MethodsProps & { method: PaymentMethod }) {
  const Icon = icons[method.type];
  const nameId = useId();
  return (
    <Panel className={classes.method} as="li" padded>
      <Icon className={classes.methodIcon} size={24} stroke={1.5} aria-hidden />
      <div className={classes.methodTexts}>
        <h2 id={nameId}>
          {nameOf(method)} {method.is_default ? <Badge color="teal">Default</Badge> : null}
        </h2>
        {detailsOf(method).map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
      {open ? (
        <div className={classes.methodActions}>
          {method.is_default ? null : (
            <Button
              variant="default"
              aria-describedby={nameId}
              onClick={() => void setAsDefault(methods, method)}
            >
              Set as Default
            </Button>
          )}
          <Button
            variant="default"
            aria-describedby={nameId}
            onClick={() => open({ what: 'edit', method })}
          >
            Edit
          </Button>
          <Button
            variant="default"
            aria-describedby={nameId}
            onClick={() => open({ what: 'remove', method })}
          >
            Remove
          </Button>
        </div>
      ) : null}
    </Panel>
  );
}

function nameOf({ label, brand, upi_id, type }: PaymentMethod): string {
  return label ?? brand ?? upi_id ?? typeWord(type);
}

function typeWord(type: PaymentMethod['type']): string {
  return paymentMethodTypes.find((each) => each.value === type)?.label ?? type;
}

function detailsOf(method: PaymentMethod): string[] {
  const { label, brand, account_holder, account_number, ifsc, last4, upi_id } = method;
  const ending = last4 && !account_number ? `ending in ${last4}` : null;
  const first = [typeWord(method.type), label ? brand : null, ending];
  const second = [account_number, ifsc ? `IFSC ${ifsc}` : null];
  return [first, second, [upi_id], [account_holder]]
    .map((parts) => parts.filter((part) => part !== null).join(' · '))
    .filter((line) => line !== '');
}

async function setAsDefault(methods: PaymentMethods, { id }: PaymentMethod): Promise<void> {
  await attempt({ refused: 'Failed to set default payment method' }, async () => {
    await methods.update(id, { is_default: true });
    toast('success', 'Default payment method updated successfully');
  });
}
