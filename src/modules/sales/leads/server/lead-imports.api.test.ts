import { beforeAll, expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import { printRow } from '~/kit/shared/csv/csv';
import type { ImportResponse } from '~/modules/records/imports/imports.fields';
import { uploadOf } from '~/modules/records/imports/server/imports.builders';
import { makeUser, signInNew } from '~/modules/organization/users/server/users.builders';
import {
  chooseWorkspace,
  makeWorkspace,
} from '~/modules/organization/workspaces/server/workspaces.builders';
import type { Lead } from '../leads.fields';
import { makeLead } from './leads.builders';
import { changeStage, findStageCalled } from './stages.builders';

const test = fileServer();
const csvOf = (...rows: string[][]) => rows.map((cells) => printRow(cells)).join('');

function upload(text: string, mapping?: unknown): FormData {
  const form = uploadOf(text, { name: 'leads.csv' });
  if (mapping !== undefined) form.append('mapping', JSON.stringify(mapping));
  return form;
}

async function send(
  text: string,
  { query = '', mapping, client = test.admin }: Partial<Sending> = {},
): Promise<ImportResponse> {
  const response = await client.upload<ImportResponse>(
    `/leads/import${query}`,
    upload(text, mapping),
  );
  expect([response.status, response.body.error]).toEqual([200, undefined]);
  return response.body.data;
}

interface Sending {
  query: string;
  mapping: unknown;
  client: typeof test.admin;
}

async function all(): Promise<Lead[]> {
  return (await test.admin.get<Lead[]>('/leads')).body.data;
}

async function named(name: string): Promise<Lead[]> {
  return (await all()).filter(({ company_name }) => company_name === name);
}

const errorsOf = ({ errors }: ImportResponse) =>
  errors.map(({ row, field, message }) => [row, field, message]);

it('leads are made and changed, by id or by email and company, and a dry run only says so', async () => {
  const person = await makeUser(test.server, { first_name: 'Devi', last_name: 'Nair' });
  const existing = await makeLead(test.admin, { company_name: 'Known', email: 'a@known.example' });
  const other = await makeLead(test.admin, { company_name: 'Other', city: 'Pune' });
  const text = csvOf(
    ['ID', 'Company', 'Contact Person', 'E-Mail', 'Stage', 'Assigned To', 'Lead Source', 'value'],
    ['', 'KNOWN', 'Bo Li', 'A@known.example', 'Proposal', person.email, 'Trade Show', '12,000'],
    [String(other.id), 'Other and more', 'Bo Li', '', '', person.username, 'referral', ''],
    ['', 'Fresh', 'Meera Iyer', 'm@fresh.example', '', 'devi nair', '', ''],
    ['', 'Twice', 'Meera Iyer', '', 'qualified', '', '', ''],
    ['', 'Twice', 'Ravi Iyer', '', '', '', '', ''],
  );
  const expected = { created: 3, updated: 2, unchanged: 0, failed: 0, errors: [] };
  expect(await send(text, { query: '?dry_run=true' })).toMatchObject({
    ...expected,
    batch_id: null,
  });
  expect(await named('Fresh')).toEqual([]);
  expect(await send(text)).toMatchObject(expected);
  expect(await named('KNOWN')).toMatchObject([
    {
      id: existing.id,
      stage_name: 'Proposal',
      assigned_to: person.id,
      lead_source: 'trade_show',
      annual_revenue: 12_000,
    },
  ]);
  expect(await named('Other and more')).toMatchObject([
    { id: other.id, city: 'Pune', stage_name: 'New', assigned_to: person.id },
  ]);
  const [fresh] = await named('Fresh');
  expect(fresh).toMatchObject({ status: 'active', stage_name: 'New', assigned_to: person.id });
  expect((await named('Twice')).map(({ stage_name }) => stage_name).sort()).toEqual([
    'New',
    'Qualified',
  ]);
  const feed = await test.admin.get<{ title: string }[]>('/activity?limit=1');
  expect(feed.body.data[0]?.title).toBe('Leads imported');
});

it('bad rows are reported by line and column, and the good ones are imported', async () => {
  const converted = await makeLead(test.admin, { company_name: 'Gone' });
  await test.admin.post(`/leads/${converted.id}/convert`);
  await changeStage(test.admin, 'Won', { is_active: true });
  const { id: off } = await findStageCalled(test.admin, 'Negotiation');
  await test.admin.put(`/pipeline/stages/${off}`, { is_active: false });
  const response = await send(
    csvOf(
      ['id', 'company_name', 'contact_person', 'email', 'status', 'stage', 'owner', 'shoe size'],
      ['', 'Good Works', 'Asha Rao', 'a@good.example', '', '', '', '9'],
      ['', 'good works', 'Asha Rao', 'A@GOOD.example', '', '', '', ''],
      ['', '', 'Asha Rao', '', '', '', '', ''],
      ['', 'Elsewhere', 'Asha Rao', '', '', 'Nowhere', '', ''],
      ['', 'Elsewhere', 'Asha Rao', '', '', 'Negotiation', '', ''],
      ['', 'Elsewhere', 'Asha Rao', '', '', '', 'nobody', ''],
      ['', 'Elsewhere', 'Asha Rao', '', 'converted', '', '', ''],
      ['999999', 'Elsewhere', 'Asha Rao', '', '', '', '', ''],
      [String(converted.id), 'Changed', 'Asha Rao', '', 'converted', '', '', ''],
    ),
  );
  await test.admin.put(`/pipeline/stages/${off}`, { is_active: true });
  expect(response).toMatchObject({ created: 1, updated: 0, failed: 8 });
  expect(errorsOf(response)).toEqual([
    [1, 'shoe size', 'Unknown column "shoe size" was ignored'],
    [3, null, 'Duplicate lead: already on line 2'],
    [4, 'company_name', 'Company name is required and cannot be empty'],
    [5, 'stage', 'No stage has the name "Nowhere"'],
    [6, 'stage', 'The stage Negotiation is inactive. Choose another one.'],
    [7, 'assigned_to', 'No user has the name "nobody"'],
    [8, 'status', 'To set the status Converted, convert the lead to a customer'],
    [9, 'id', 'No lead has the ID 999999'],
    [10, 'status', 'This lead has been converted to a customer and cannot be edited'],
  ]);
  const refused = await test.admin.get<never>(`/leads/imports/${response.job_id}/refused`);
  expect(String(refused.body)).toContain('Elsewhere');
});

it('matches usernames and emails for administrators only, and says of a hidden one what it says of none', async () => {
  const devi = await makeUser(test.server, { first_name: 'Devi', last_name: 'Hidden' });
  const { client } = await signInNew(test.server);
  const rows = [
    devi.username,
    devi.email,
    'no.such.name',
    'Devi Hidden',
    `devi hidden #${devi.id}`,
  ].map((who, n) => ['', `Hidden ${n}`, 'Asha Rao', who]);
  const text = csvOf(['id', 'company_name', 'contact_person', 'owner'], ...rows);
  const response = await send(text, { client, query: '?dry_run=true' });
  expect(errorsOf(response)).toEqual(
    [devi.username, devi.email, 'no.such.name'].map((who, n) => [
      n + 2,
      'assigned_to',
      `No user has the name "${who}"`,
    ]),
  );
  expect(response).toMatchObject({ created: 2, failed: 3 });
  const ofAdmin = await send(text, { query: '?dry_run=true' });
  expect(errorsOf(ofAdmin)).toEqual([[4, 'assigned_to', 'No user has the name "no.such.name"']]);
});

it('columns go where the mapping says, and those mapped to nothing stay out', async () => {
  const text = csvOf(
    ['Firm', 'Who', 'City', 'State', 'Left out'],
    ['Mapped Works', 'Asha Rao', 'Pune', 'Goa', 'x'],
  );
  const mapping = { Firm: 'company_name', Who: 'contact_person', State: 'city', City: null };
  expect(await send(text, { mapping })).toMatchObject({ created: 1, errors: [] });
  expect(await named('Mapped Works')).toMatchObject([
    { contact_person: 'Asha Rao', city: 'Goa', state: null },
  ]);
});

it('titles above the row of headings are skipped, and the row can be chosen', async () => {
  const text = `sep=;\n"Leads, November";\n\nCompany;Contact Person\nTitled Works;Asha Rao\n;Ravi Iyer\n`;
  const detected = await send(text, { query: '?dry_run=true' });
  expect([detected.created, errorsOf(detected), detected.notes]).toEqual([
    2,
    [],
    ['Company Name: empty in 1 row, filled from Contact Person'],
  ]);
  const mapping = {
    fields: {
      company_name: { columns: ['Titled Works'] },
      contact_person: { columns: ['Asha Rao'] },
    },
    heading_line: 5,
  };
  const chosen = await send(text, { mapping, query: '?dry_run=true' });
  expect([chosen.created, chosen.failed]).toEqual([0, 1]);
  const refused = await test.admin.upload(
    '/leads/import',
    upload(text, { ...mapping, heading_line: 3 }),
  );
  expect([refused.status, refused.body.error]).toEqual([
    400,
    'Line 3 cannot be the row of headings: it must be a filled one of the first 20',
  ]);
});

it('a mapping that does not fit is refused with a sentence each, and nothing is written', async () => {
  const before = (await all()).length;
  const text = csvOf(['Firm', 'Who'], ['Never', 'Asha Rao']);
  const tried: [unknown, string[]][] = [
    [['Firm'], ['The mapping must be a JSON object of columns and their fields']],
    [
      { Firm: 'company_name', Who: 'shoe_size', Gone: '' },
      ['There is no field "shoe_size" for the column "Who"', 'The file has no column "Gone"'],
    ],
    [
      { Firm: 'company_name', Who: 'Company Name' },
      ['The columns "Firm" and "Who" are both mapped to "company_name"'],
    ],
  ];
  for (const [mapping, messages] of tried) {
    for (const query of ['', '?dry_run=true']) {
      const response = await test.admin.upload(`/leads/import${query}`, upload(text, mapping));
      expect([response.status, response.body.code]).toEqual([400, 'import.wrong_mapping']);
      expect(response.body.details.map(({ message }) => message)).toEqual(messages);
    }
  }
  expect(await all()).toHaveLength(before);
});

it('an import is undone row by row, but for what was edited since, which is named', async () => {
  const header = ['company_name', 'contact_person', 'email', 'city'];
  const existing = Array.from({ length: 20 }, (_, n) => [`Before ${n}`, 'Asha', `u${n}@x.example`]);
  await send(csvOf(header.slice(0, 3), ...existing));
  const before = await all();
  const created = Array.from({ length: 30 }, (_, n) => [`New ${n}`, 'Bo', `n${n}@x.example`, '']);
  const response = await send(
    csvOf(header, ...existing.map((row) => [...row, 'Pune']), ...created),
  );
  expect(response).toMatchObject({ created: 30, updated: 20, batch_id: expect.any(Number) });
  for (const name of ['Before 3', 'New 4']) {
    const [lead] = await named(name);
    await test.admin.put(`/leads/${lead?.id}`, { industry: 'Edited' });
  }
  const undone = await test.admin.post<{ undone: number; left: { label: string }[] }>(
    `/batches/${response.batch_id}/undo`,
  );
  expect(undone.body.data.undone).toBe(48);
  expect(undone.body.data.left.map(({ label }) => label).sort()).toEqual(['Before 3', 'New 4']);
  const skipped = ({ industry }: Lead) => industry !== 'Edited';
  const others = before.filter(({ company_name }) => company_name !== 'Before 3');
  expect((await all()).filter(skipped)).toEqual(others);
});

it('an export imports back without a single change', async () => {
  for (const username of ['one.namesake', 'other.namesake']) {
    const person = await makeUser(test.server, { username, first_name: 'Bo', last_name: 'Li' });
    await makeLead(test.admin, {
      company_name: '=HYPERLINK("x")',
      email: 'same@pair.example',
      initial_inquiry: 'One\nTwo; "three"',
      annual_revenue: 1234,
      lead_source: 'cold_outreach',
      assigned_to: person.id,
    });
    await test.admin.put(`/users/${person.id}`, { is_active: false });
  }
  await test.server.database.pool.query(
    `update leads set phone = '12' where id = (select max(id) from leads)`,
  );
  const response = await test.admin.get<never>('/leads/export');
  expect(response.headers.get('content-disposition')).toMatch(/leads-\d{4}-\d\d-\d\d\.csv/);
  const text = String(response.body);
  const before = await all();
  expect(await send(text)).toMatchObject({
    created: 0,
    updated: before.length,
    unchanged: before.length,
    failed: 0,
    errors: [],
  });
  expect(await all()).toEqual(before);
});

it('an export has the leads that the list shows, in its order, or the chosen ones', async () => {
  const created: Lead[] = [];
  for (const [company_name, city] of [
    ['Export B', 'Latur'],
    ['Export A', 'Latur'],
    ['Export C', 'Satara'],
  ])
    created.push(
      await makeLead(test.admin, { company_name: company_name ?? '', city: city ?? '' }),
    );
  const names = async (query: string): Promise<string[]> => {
    const response = await test.admin.get<never>(`/leads/export?${query}`);
    expect(response.status).toBe(200);
    const lines = String(response.body).trim().split(/\r?\n/).slice(1);
    return lines.map((line) => /Export \w/.exec(line)?.[0] ?? line);
  };
  expect(await names('search=latur')).toEqual(['Export B', 'Export A']);
  expect(await names('search=export&sort=company_name')).toEqual([
    'Export A',
    'Export B',
    'Export C',
  ]);
  expect(await names(`ids=${created[2]?.id},${created[0]?.id}`)).toEqual(['Export B', 'Export C']);
  const stage = encodeURIComponent(JSON.stringify({ status: 'lost' }));
  expect(await names(`filters=${stage}&search=export`)).toEqual([]);
  expect((await test.admin.get('/leads/export?sort=nothing')).status).toBe(400);
});

it('the sample can be imported as it is, and many rows go in at once', async () => {
  const sample = await test.admin.get<never>('/leads/sample-csv');
  expect(await send(String(sample.body))).toMatchObject({ created: 2, failed: 0, errors: [] });
  const rows = Array.from({ length: 2500 }, (_, n) => [`Bulk ${n}`, 'Asha', `b${n}@x.example`]);
  const text = csvOf(['company_name', 'contact_person', 'email'], ...rows);
  expect(await send(text)).toMatchObject({ created: 2500, failed: 0 });
  expect(await send(text)).toMatchObject({ created: 0, unchanged: 2500, failed: 0 });
});

let outside: Lead;
let member: typeof test.admin;
let memberId: number;
beforeAll(async () => {
  const signed = await signInNew(test.server);
  member = signed.client;
  memberId = signed.id;
  outside = await makeLead(test.admin, { company_name: 'Outside' });
});

it('new leads belong where one works, and a lead that one only reads is not changed', async () => {
  const read = await makeWorkspace(test.server, { [memberId]: 'viewer' });
  const own = await makeWorkspace(test.server, { [memberId]: 'member' });
  await test.admin.put('/auth/workspace', { workspace_id: read });
  const seen = await makeLead(test.admin, { company_name: 'Seen' });
  await test.admin.put('/auth/workspace', { workspace_id: null });
  await chooseWorkspace(test.server, memberId, own);
  await test.admin.put('/settings', { workspace_isolation: true });
  const text = csvOf(
    ['id', 'company_name', 'contact_person'],
    [String(outside.id), 'Taken', 'Eve Li'],
    [String(seen.id), 'Taken', 'Eve Li'],
    ['', 'Ours', 'Eve Li'],
  );
  const response = await send(text, { client: member });
  await test.admin.put('/settings', { workspace_isolation: false });
  expect(response).toMatchObject({ created: 1, updated: 0, failed: 2 });
  expect(errorsOf(response)).toEqual([
    [2, 'id', `No lead has the ID ${outside.id}`],
    [3, null, 'You have read-only access to the workspace of this lead'],
  ]);
  expect(await named('Taken')).toEqual([]);
  expect(await named('Ours')).toMatchObject([{ workspace_id: own }]);
});
