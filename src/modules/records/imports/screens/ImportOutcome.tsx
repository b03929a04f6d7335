import { Button } from '@mantine/core';
import { IconFileDownload } from '@tabler/icons-react';
import { formatNumber } from '~/kit/shared/money/numbers';
import { formatDay } from '~/kit/shared/time/days';
import { Panel } from '~/kit/ui/elements/Panel';
import { SoftText } from '~/kit/ui/theme/SoftText';
import { lists } from '~/modules/organization/kinds/kinds.rules';
import { columnNamed } from '../formats.rules';
import type { ImportResponse } from '../imports.fields';
import { saveSafely } from './files.client';
import type { ImportProps } from './imports.client';
import { RowsTable } from './RowsTable';
import classes from './ImportDialog.module.css';

const figuresOf = (
  { created, updated, unchanged, failed, doubled = 0, contacts = 0 }: ImportResponse,
  plural: string,
) => [
  ...(contacts > 0
    ? [
        { count: created, would: `would become ${plural}`, did: `became ${plural}` },
        { count: contacts, would: 'would become contacts', did: 'became contacts' },
      ]
    : [{ count: created, would: 'would be created', did: 'created' }]),
  { count: updated - unchanged, would: 'would be changed', did: 'changed' },
  { count: unchanged, would: 'would not change', did: 'did not change' },
  { count: failed, would: 'would be refused', did: 'refused', refused: failed > 0 },
  ...(doubled > 0
    ? [{ count: doubled, would: 'of these twice in the file', did: 'of these twice in the file' }]
    : []),
];

interface Props extends ImportProps {
  response: ImportResponse;
}

/** What an import would do or did, with what was refused. */
export function ImportOutcome({ screen, work, response }: Props) {
  const { phase, asOf } = work.state;
  const { asOf: dated } = screen;
  const isDone = phase === 'ended';
  return (
    <>
      <div role="status">
        <h3 className={classes.heading}>{isDone ? 'Import finished' : 'Preview of the import'}</h3>
        {dated && asOf !== '' ? (
          <SoftText>{`${dated} as of ${formatDay(asOf)}. Later movements are kept.`}</SoftText>
        ) : null}
        <ul className={classes.figures}>
          {figuresOf(response, lists[screen.subject].plural.toLowerCase()).map(
            ({ count, would, did, refused }) => (
              <Panel as="li" key={did} data-refused={refused || undefined}>
                <b>{formatNumber(count)}</b> {isDone ? did : would}
              </Panel>
            ),
          )}
        </ul>
      </div>
      <Notes response={response} />
      {response.errors.length > 0 ? (
        <RefusedRows screen={screen} work={work} response={response} />
      ) : null}
    </>
  );
}

/** The program that the file is from, and what is left out or changed. */
function Notes({ response: { looks_like = null, notes = [] } }: { response: ImportResponse }) {
  if (looks_like === null && notes.length === 0) return null;
  return (
    <section className={classes.part} aria-label="Notes">
      <h4 className={classes.heading}>Left out or changed</h4>
      {looks_like === null ? null : <SoftText>{`${looks_like}.`}</SoftText>}
      <ul className={classes.notes}>
        {notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
    </section>
  );
}

const mostShown = 100;

function RefusedRows({ screen: { subject, format, isCheckedAtOnce }, work, response }: Props) {
  const { job_id, errors, failed } = response;
  // A file that is checked at once has the names of fields as its headings.
  const columnOf = (field: string | null) =>
    (field && !isCheckedAtOnce && columnNamed(format, field)?.field.label) || (field ?? '–');
  const headingLine = work.state.head?.header.line ?? 1;
  const hasRows = errors.some((error) => error.row > headingLine);
  return (
    <section className={classes.part} aria-label="Refused rows">
      <div className={classes.refusedHead}>
        <h3 className={classes.heading}>{failed > 0 ? 'Refused rows' : 'Notes on the header'}</h3>
        {hasRows ? (
          <Button
            variant="default"
            size="xs"
            leftSection={<IconFileDownload size={14} aria-hidden />}
            onClick={() => void saveSafely(`/${subject}/imports/${job_id}/refused`, 'refused.csv')}
          >
            Download refused rows
          </Button>
        ) : null}
      </div>
      <RowsTable
        label="Refused rows, table"
        headings={['Row', 'Column', 'Value', 'Reason']}
        rows={errors.slice(0, mostShown).map(({ row, field, value, message }) => ({
          key: `${row} ${field} ${message}`,
          cells: [row, columnOf(field), value ?? '–', message],
        }))}
      />
      {errors.length > mostShown ? (
        <SoftText>{`The first ${mostShown} are shown; the download has more.`}</SoftText>
      ) : null}
    </section>
  );
}
