import { sql } from 'kysely';
import type { Person } from '~/kit/server/database/context';
import type { SqlPart } from '~/kit/server/database/db';
import { formatMoney } from '~/kit/shared/money/money';
import { registerTimeline } from '~/modules/records/records/server/timeline-sources.service';
import { readable } from '~/modules/organization/workspaces/server/workspace-scope.service';
import { type Invoice, invoiceStatuses } from '../invoices.fields';

type EventData = Pick<Invoice, 'id' | 'invoice_number' | 'status' | 'total_amount'>;

function describe({ id, invoice_number, status, total_amount }: EventData) {
  const word = invoiceStatuses.find(({ value }) => value === status)?.label ?? status;
  return {
    title: `Invoice ${invoice_number}`,
    text: `${word}, ${formatMoney(total_amount, 'INR')}`,
    link: { type: 'invoice', id },
  };
}

interface Mailed {
  subject: string;
  recipient: string;
  status: 'queued' | 'sending' | 'accepted' | 'failed';
  error: string | null;
}

// The log knows every mail of an invoice, the invoice itself the last one, and who sent it.
const mails = (person: Person, where: SqlPart) => sql`select m.id as ref, m.created_at as at,
    coalesce(p.name, 'System') as actor, json_build_object('subject', m.subject,
      'recipient', m.recipient, 'status', m.status, 'error', m.last_error) as facts
  from invoices t join customers c on c.id = t.customer_id
  join audit_log l on l.entity = 'invoices' and l.record = t.id::text and l.part is null
    and l.after ? 'mail_id' and l.after->>'mail_id' is not null
  join mails m on m.id = (l.after->>'mail_id')::bigint
  left join audit_people p on p.user_id = l.user_id
  where ${where} and ${readable(person, 'invoices')}`;

const outcomes: Readonly<Record<Mailed['status'], string>> = {
  queued: 'waiting to be sent',
  sending: 'being sent',
  accepted: 'accepted by the mail server',
  failed: 'failed',
};

function describeMail({ subject, recipient, status, error }: Mailed) {
  const why = status === 'failed' && error ? `: ${error}` : '';
  return { title: `Mail: ${subject}`, text: `To ${recipient}, ${outcomes[status]}${why}` };
}

/** Invoices on the timelines of their customer, order, delivery and products. */
export const invoiceEvents = {
  kind: 'document',
  details: sql`t.id, t.invoice_number, t.status, t.total_amount`,
  describe,
  of: {
    orders: (id: number) => sql`t.id in (select id from invoices where order_id = ${id} union
      select il.invoice_id from invoice_lines il join order_lines ol on ol.id = il.order_line_id
      where ol.order_id = ${id})`,
    deliveries: (id: number) => sql`t.delivery_id = ${id}`,
  },
} as const;

/** The mails with which invoices went out, on the timelines of the invoice and its customer. */
export function registerInvoiceMails(): void {
  const sent = {
    name: 'mail',
    kind: 'mail',
    describe: (data: Mailed) => describeMail(data),
  } as const;
  registerTimeline({
    ...sent,
    of: 'invoices',
    select: (person, id) => mails(person, sql`t.id = ${id}`),
  });
  registerTimeline({
    ...sent,
    of: 'customers',
    select: (person, id) => mails(person, sql`t.customer_id = ${id} and t.mail_id is not null`),
  });
}
