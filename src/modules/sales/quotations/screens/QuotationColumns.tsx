import { IconTargetArrow } from '@tabler/icons-react';
import { useMemo } from 'react';
import { type Day, formatDay } from '~/kit/shared/time/days';
import type { PatchOf } from '~/kit/shared/fields/fields';
import { allowed, refused, type Verdict } from '~/kit/shared/verdict';
import { orNetworkError } from '~/kit/ui/calls/reportFailure';
import { saveCell } from '~/kit/ui/records/saveCell';
import type { EditTexts } from '~/kit/ui/waiting/waiting-change';
import { Badges, ChoiceBadge } from '~/kit/ui/elements/Badge';
import { columnsFromFields } from '~/kit/ui/columns/columns';
import type { Column } from '~/kit/ui/columns/tableColumn';
import { useLatest } from '~/kit/ui/hooks/useLatest';
import { useCompany } from '~/modules/organization/company/screens/settings.client';
import { NotedDay } from '~/modules/sales/documents/screens/NotedDay';
import { MailStatus } from '~/modules/sales/papers/screens/PaperMail';
import { isEndingSoon } from '../quotations.filters';
import {
  type Quotation,
  quotationFields,
  quotationHeader,
  quotationStatuses,
} from '../quotations.fields';
import { isOver, quotationLabel, validityProblem } from '../quotations.rules';
import type { Quotations } from './quotations.client';
import { type QuotationRights, useQuotationRights } from './rights.client';
import classes from './QuotationColumns.module.css';

const except = [
  'id',
  'customer_id',
  'customer_phone',
  'lead_id',
  'discount_percent',
  'discount_amount',
  'place_chosen',
  'order_id',
  'mail_error',
  'mailed_at',
  'decided_by',
  'created_by',
  'workspace_id',
] as const;

// The others follow from the lines, or are edited in the form.
const editable: readonly string[] = ['status', 'is_template', ...quotationHeader];

const statusOrder = quotationStatuses.map(({ value }) => value);

/** The columns of the quotations list (docs/product/quotations.md#screen). */
export function useQuotationColumns(quotations: Quotations): readonly Column<Quotation>[] {
  const latest = useLatest(quotations);
  const { timeZone, today } = useCompany();
  const rights = useQuotationRights();
  return useMemo(() => {
    const columns = columnsFromFields(quotationFields, {
      except,
      timeZone,
      today,
      required: ['quotation_number'],
      canEdit: (quotation, key) =>
        key === 'status' ? canMove(quotation, rights) : rights.canAmend(quotation, key),
      save: (quotation, patch, edit) => save(latest.current, quotation, patch, edit),
      overrides: {
        quotation_number: { width: 190, copy: true, text: quotationLabel },
        customer_name: { width: 160, render: (quotation) => <BuyerName quotation={quotation} /> },
        status: {
          width: 160,
          sortValue: ({ status }) => statusOrder.indexOf(status),
          render: (quotation) => <QuotationStatus quotation={quotation} />,
          edit: {
            choices: (quotation) => statusChoices(quotation, rights),
            choicesForMany: statusesByHand,
          },
        },
        valid_until: {
          width: 120,
          text: (quotation) => validityText(quotation, today),
          render: (quotation) => <ValidUntil quotation={quotation} today={today} />,
          edit: {
            check: (quotation, value) =>
              validityProblem({ ...quotation, valid_until: String(value) }),
          },
        },
        total_amount: { width: 120 },
        tax_rate: { text: ({ tax_rate }) => `${tax_rate}%` },
        mail_status: { render: (quotation) => <MailStatus mail={quotation} /> },
        is_template: { badge: false },
      },
    });
    return columns.map(({ edit, ...column }) =>
      edit && editable.includes(column.key) ? { ...column, edit } : column,
    );
  }, [latest, rights, timeZone, today]);
}

const statusesByHand = quotationStatuses.filter(({ value }) =>
  ['sent', 'accepted', 'declined'].includes(value),
);

function statusChoices(quotation: Quotation, { canTake }: QuotationRights) {
  return quotationStatuses.filter(
    ({ value }) => value === quotation.status || canTake(quotation, value),
  );
}

function canMove(quotation: Quotation, rights: QuotationRights): Verdict {
  if (!rights.canUpdate.ok) return rights.canUpdate;
  if (statusChoices(quotation, rights).length > 1) return allowed;
  return refused(
    'quotation.status_not_allowed',
    `The status of a quotation that is ${quotation.status} cannot be changed here`,
  );
}

/** A note on the last day: part of the text, so that searches find it and it shows on a phone. */
function validityNote(quotation: Quotation, today: Day): string | null {
  if (isOver(quotation, today)) return quotation.status === 'sent' ? 'Expired' : null;
  return isEndingSoon(quotation, today) ? 'Due soon' : null;
}

function validityText(quotation: Quotation, today: Day): string {
  return [formatDay(quotation.valid_until), validityNote(quotation, today)]
    .filter(Boolean)
    .join(' · ');
}

export function ValidUntil({ quotation, today }: { quotation: Quotation; today: Day }) {
  const note = validityNote(quotation, today);
  const tone = isOver(quotation, today) ? 'late' : 'soon';
  return <NotedDay day={quotation.valid_until} note={note} tone={tone} />;
}

function BuyerName({ quotation }: { quotation: Quotation }) {
  const { customer_name, lead_id } = quotation;
  if (lead_id === null) return customer_name;
  return (
    <span className={classes.lead}>
      <IconTargetArrow size={14} role="img" aria-label="Lead" />
      <span>{customer_name}</span>
    </span>
  );
}

/** The status as a word, with a mail that was not sent. */
export function QuotationStatus({ quotation }: { quotation: Quotation }) {
  return (
    <Badges>
      <ChoiceBadge choices={quotationStatuses} value={quotation.status} />
      {quotation.mail_status === 'accepted' ? null : <MailStatus mail={quotation} />}
    </Badges>
  );
}

async function save(
  quotations: Quotations,
  quotation: Quotation,
  patch: PatchOf<typeof quotationFields>,
  edit: EditTexts,
): Promise<void> {
  const { status } = patch;
  const path = `/quotations/${quotation.id}`;
  const store = {
    path: quotations.path,
    call: status === undefined ? path : `${path}/status`,
    put: quotations.put,
    update: (id: number, body: { updated_at: string }): Promise<Quotation> =>
      status === undefined
        ? quotations.update(id, body)
        : quotations.setStatus(id, { status, updated_at: body.updated_at }),
  };
  await saveCell(store, quotation, patch, {
    noun: 'quotation',
    name: quotationLabel(quotation),
    edit,
    saved: 'Quotation updated successfully',
    ...orNetworkError('Failed to update quotation'),
  });
}
