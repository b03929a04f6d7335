import { ownFieldsOf } from '~/kit/shared/fields/own-fields';
import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import { renderSVG } from 'uqr';
import { formatInstant } from '~/kit/shared/time/days';
import { attempt, orTryAgain } from '~/kit/ui/calls/reportFailure';
import { type DetailsSection, DetailsSections, DetailValue } from '~/kit/ui/dialog/DetailsSections';
import { toast } from '~/kit/ui/messages/toasts';
import { copyText } from '~/kit/ui/hooks/copyText';
import { useCompany } from '~/modules/organization/company/screens/settings.client';
import {
  fullName,
  useDirectory,
} from '~/modules/organization/users/administration/screens/users.client';
import { useWorkspaces } from '~/modules/organization/workspaces/screens/workspaces.client';
import { leadFields, leadSources } from '~/modules/sales/leads/leads.fields';
import { type LeadSource, sourceFields, sourceTypes } from '../lead-sources.fields';
import { isMappedName } from '../mapping.rules';
import { linesOf, triedLines } from '../mapping-lines.rules';
import { SourceState } from './LeadSourcesPage';
import { addressOf, trySample, type TriedLead } from './lead-sources.client';
import classes from './SourceDetails.module.css';

const wordOf = (choices: readonly { value: string; label: string }[], value: string | null) =>
  choices.find((each) => each.value === value)?.label ?? null;

/** The settings of a source, its address with a code to print, and a place to try what would be made. */
export function SourceDetails({ source }: { source: LeadSource }) {
  const { timeZone } = useCompany();
  const { rows: workspaces } = useWorkspaces();
  const { rows: people } = useDirectory();
  const { workspace_id, page, assign_to } = source;
  const at = (instant: string | null) => instant && formatInstant(instant, timeZone);
  const names = assign_to.map((id) => {
    const person = people.find((each) => each.id === id);
    return person ? `${fullName(person)}${person.is_active ? '' : ' (inactive)'}` : `User ${id}`;
  });
  const address = addressOf(source);
  const sections: DetailsSection[] = [
    {
      title: 'Lead Source',
      details: [
        { label: 'Type', value: wordOf(sourceTypes, source.type) },
        { label: 'State', value: <SourceState source={source} /> },
        { label: 'Source of Its Leads', value: wordOf(leadSources, source.lead_source) },
        {
          label: 'Workspace',
          value:
            workspace_id === null
              ? 'Whole company'
              : workspaces.find(({ id }) => id === workspace_id)?.name,
        },
        { label: 'Assign in Turn To', value: names.join(', '), wide: true },
        {
          label: 'Repeat Enquiries',
          value: wordOf(sourceFields.repeat.choices ?? [], source.repeat),
        },
        { label: 'Last Arrival', value: at(source.last_arrival_at) },
        { label: 'Last Error', value: source.last_error },
      ],
    },
    ...(address === null
      ? []
      : [{ title: 'Address', content: <Address address={address} isPage={page !== null} /> }]),
    ...settingsOf(source),
  ];
  return <DetailsSections sections={sections} layout="page" />;
}

function settingsOf(source: LeadSource): DetailsSection[] {
  const { page, pull, mapping } = source;
  return page
    ? [
        {
          title: 'Page',
          details: [
            { label: 'Title', value: page.title },
            { label: 'Fields', value: fieldsText(page.fields), wide: true },
            { label: 'Redirect To', value: page.redirect_url },
            { label: 'Sites That Show It', value: page.allowed_sites.join(', ') },
          ],
        },
      ]
    : [
        {
          title: 'Mapping',
          details: [
            ...(pull
              ? [
                  { label: 'Portal', value: pull.url, wide: true },
                  { label: 'Interval in Minutes', value: String(pull.every_minutes) },
                ]
              : []),
            { label: 'Path of the List', value: mapping.items },
            { label: 'Path of the ID', value: mapping.id },
            { label: 'Fields and Their Paths', value: <Lines of={mapping.fields} />, wide: true },
            { label: 'Fixed Values', value: <Lines of={mapping.fixed} />, wide: true },
          ],
        },
        { title: 'Try', content: <Trial source={source} /> },
      ];
}

function Lines({ of }: { of: Parameters<typeof linesOf>[0] }) {
  const lines = linesOf(of);
  return lines === '' ? (
    <DetailValue value={null} />
  ) : (
    <span className={classes.lines}>{lines}</span>
  );
}

function fieldsText(fields: NonNullable<LeadSource['page']>['fields']): string {
  const own = ownFieldsOf(leadFields);
  const labelOf = (name: string) =>
    isMappedName(name) ? leadFields[name].label : (own[name]?.label ?? name);
  return fields
    .map(({ name, required }) => `${labelOf(name)}${required ? ' (required)' : ''}`)
    .join(', ');
}

function Address({ address, isPage }: { address: string; isPage: boolean }) {
  const copy = async () => {
    if (await copyText(address)) toast('success', 'Address copied');
  };
  const code = `data:image/svg+xml,${encodeURIComponent(renderSVG(address))}`;
  return (
    <div className={classes.address}>
      {isPage ? (
        <a href={address} target="_blank" rel="noreferrer">
          {address}
        </a>
      ) : (
        <code>{address}</code>
      )}
      <Button variant="default" size="xs" onClick={() => void copy()}>
        Copy Address
      </Button>
      {isPage ? (
        <>
          <img className={classes.code} src={code} alt="QR code of the address" />
          <Button variant="default" size="xs" component="a" href={code} download="lead-form.svg">
            Download QR Code
          </Button>
        </>
      ) : null}
    </div>
  );
}

function Trial({ source: { id } }: { source: LeadSource }) {
  const [text, setText] = useState('');
  const [leads, setLeads] = useState<readonly TriedLead[]>([]);
  const [problem, setProblem] = useState<string | null>(null);
  const run = async () => {
    const sample = jsonIn(text);
    setProblem(sample === undefined ? 'The sample is not JSON' : null);
    if (sample === undefined) return;
    await attempt(orTryAgain('Failed to try the sample'), async () => {
      setLeads(await trySample(id, sample));
    });
  };
  return (
    <div className={classes.trial}>
      <Textarea
        label="Sample"
        description="JSON as it arrives. Nothing is created."
        autosize
        minRows={4}
        maxRows={16}
        value={text}
        error={problem}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Button variant="default" size="xs" disabled={text.trim() === ''} onClick={() => void run()}>
        Try Sample
      </Button>
      {leads.map(({ values, record }, at) => (
        <pre key={at} className={classes.tried}>
          {record ? `Note on ${record.label}\n` : ''}
          {triedLines(values)}
        </pre>
      ))}
    </div>
  );
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
