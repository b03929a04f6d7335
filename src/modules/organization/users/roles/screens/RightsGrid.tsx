import { Checkbox, NativeSelect } from '@mantine/core';
import type { Rights } from '~/kit/shared/access';
import { TableHead } from '~/kit/ui/elements/TableHead';
import { actions, mergeRights, reaches, type SubjectRights } from '../../rights.rules';
import classes from './RightsGrid.module.css';
import { useStockUses } from '~/modules/organization/company/screens/settings.client';
import { isKindShown } from '~/modules/organization/company/stock-uses.rules';
import {
  type Action,
  type Subject,
  subjectLabel,
  subjectNames,
  subjects,
} from '~/modules/organization/kinds/kinds.rules';

interface Props {
  rights: Rights;
  onChange: (rights: Rights) => void;
}

const columns = Object.keys(actions) as Action[];
const everybodys = reaches.filter(({ value }) => value === 'all' || value === 'none');

/** What a role permits: a row for each kind of records, a column for each right (docs/product/roles.md#screens). */
export function RightsGrid({ rights, onChange }: Props) {
  const uses = useStockUses();
  const shown = subjectNames.filter((subject) => isKindShown(subject, uses));
  return (
    <table className={classes.grid} aria-label="Rights">
      <TableHead titles={['Records', 'Read', ...columns.map((action) => actions[action].label)]} />
      <tbody>
        {shown.map((subject) => (
          <SubjectRow
            key={subject}
            subject={subject}
            rights={rights[subject]}
            onChange={(change) => onChange(mergeRights(rights, { [subject]: change }))}
          />
        ))}
      </tbody>
    </table>
  );
}

interface RowProps {
  subject: Subject;
  rights: SubjectRights;
  onChange: (change: Partial<SubjectRights>) => void;
}

function SubjectRow({ subject, rights, onChange }: RowProps) {
  const { workspace, actions: named } = subjects[subject];
  const label = subjectLabel(subject);
  const offered: readonly Action[] = named;
  return (
    <tr>
      <th scope="row">{label}</th>
      <td data-title="read">
        <NativeSelect
          aria-label={`${label}: read`}
          size="xs"
          value={rights.read}
          data={workspace !== null ? [...reaches] : everybodys}
          onChange={(event) => {
            const read = reaches.find(({ value }) => value === event.currentTarget.value)?.value;
            if (read) onChange({ read });
          }}
        />
      </td>
      {columns.map((action) => (
        <td key={action} data-title={actions[action].label}>
          {offered.includes(action) ? (
            <Checkbox
              aria-label={`${label}: ${actions[action].label}`}
              checked={rights[action] ?? false}
              disabled={rights.read === 'none' && action !== 'create'}
              onChange={(event) => onChange({ [action]: event.currentTarget.checked })}
            />
          ) : null}
        </td>
      ))}
    </tr>
  );
}
