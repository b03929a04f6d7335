import {
  IconCash,
  IconCheckbox,
  IconFileInvoice,
  IconMail,
  IconNote,
  IconPaperclip,
  IconPencil,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { Fields } from '~/kit/shared/fields/fields';
import { formatInstant, relativeInstant } from '~/kit/shared/time/days';
import { HistoryChange } from '~/kit/ui/dialog/HistoryValue';
import type { MenuIcon } from '~/kit/ui/elements/menu';
import { SoftText } from '~/kit/ui/theme/SoftText';
import { useCompany } from '~/modules/organization/company/screens/settings.client';
import type { TimelineItem, TimelineKind } from '~/modules/records/records/timeline.fields';
import classes from './Timeline.module.css';
import { recordPathOfType } from '~/modules/organization/kinds/kinds.rules';

const icons: Readonly<Record<TimelineKind, { icon: MenuIcon; label: string }>> = {
  change: { icon: IconPencil, label: 'Change' },
  document: { icon: IconFileInvoice, label: 'Document' },
  payment: { icon: IconCash, label: 'Payment' },
  mail: { icon: IconMail, label: 'Mail' },
  note: { icon: IconNote, label: 'Note' },
  file: { icon: IconPaperclip, label: 'File' },
  step: { icon: IconCheckbox, label: 'Next step' },
};

interface Props {
  fields: Fields;
  item: TimelineItem;
  now: string;
}

export function TimelineEntry({ fields, item, now }: Props) {
  const { timeZone } = useCompany();
  const { icon: Icon, label } = icons[item.kind];
  return (
    <li className={classes.entry}>
      <span className={classes.icon} role="img" aria-label={label} title={label}>
        <Icon size={16} stroke={1.75} aria-hidden />
      </span>
      <div className={classes.texts}>
        <p>
          <strong>
            <Title item={item} />
          </strong>{' '}
          <SoftText as="span" small>
            {item.actor}
          </SoftText>
        </p>
        {item.changes && item.changes.length > 0 ? (
          <dl className={classes.changes}>
            {item.changes.map((change) => (
              <HistoryChange key={change.field} {...{ change, fields, timeZone }} />
            ))}
          </dl>
        ) : (
          <p className={classes.text}>{item.text}</p>
        )}
      </div>
      <time dateTime={item.at} title={formatInstant(item.at, timeZone)}>
        {relativeInstant(item.at, now, timeZone)}
      </time>
    </li>
  );
}

const lists: Readonly<Record<string, string>> = {
  payment: '/payments',
  credit_note: '/credit-notes',
  debit_note: '/debit-notes',
};

function Title({ item: { title, link } }: Pick<Props, 'item'>) {
  if (!link) return title;
  const page = recordPathOfType(link);
  if (page !== null) return <Link to={page}>{title}</Link>;
  const list = lists[link.type];
  if (list === undefined) return title;
  return (
    <Link to={list} search={{ view: link.id } as object}>
      {title}
    </Link>
  );
}
