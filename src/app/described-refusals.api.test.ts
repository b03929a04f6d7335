import { describe, expect, it } from 'vitest';
import { callPath } from '~/modules/organization/kinds/kinds.rules';
import { customKinds } from '~/modules/records/custom-fields/custom-fields.fields';
import { errorCodes } from './modules';
import refusals from './refusals.json';
import { fileServer } from './testing/test-file-server';

const test = fileServer();

describe('the API description', () => {
  it('lists every code with its status and what it means', async () => {
    const { components } = await readDescription();
    const listed = components.schemas['ErrorCode'];
    expect(listed?.enum).toEqual(Object.keys(errorCodes));
    for (const [code, described] of Object.entries(errorCodes)) {
      expect(listed?.description).toContain(`\`${code}\` (${described[0]}): ${described[1]}.`);
    }
  });

  it('says of a call which codes come with which status', async () => {
    const { paths } = await readDescription();
    const responses = paths['/api/leads/{id}/convert']?.['post']?.responses;
    expect(codesOf(responses?.['409'])).toEqual([
      'record.duplicate',
      'record.referenced',
      'idempotency.key_reused',
      'lead.already_converted',
      'lead.customer_inactive',
      'lead.not_open',
    ]);
    expect(codesOf(responses?.['403'])).toEqual([
      'request.cross_site',
      'auth.key_network',
      'auth.password_change_needed',
      'auth.second_factor_setup_needed',
      'auth.right_missing',
      'workspace.read_only',
    ]);
    expect(codesOf(responses?.['404'])).toEqual(['record.not_found']);
  });

  it('says which calls take own fields, and which of them fix what is printed', async () => {
    const { paths } = await readDescription();
    for (const kind of customKinds) {
      const { post, put } = {
        post: paths[`/api${callPath(kind)}`]?.['post']?.responses,
        put: paths[`/api${callPath(kind)}/{id}`]?.['put']?.responses,
      };
      for (const responses of [post, put])
        if (responses) expect(codesOf(responses['400']), kind).toContain('custom.unknown_field');
      const isFixed = ['quotations', 'deliveries', 'invoices'].includes(kind);
      expect(codesOf(put?.['409'])?.includes('custom.printed') ?? false, kind).toBe(isFixed);
    }
    for (const call of ['/api/bulk/{list}', '/api/leads/{id}/merge'])
      expect(codesOf(paths[call]?.['post']?.responses['400'])).toContain('custom.unknown_field');
    for (const kind of ['leads', 'customers', 'products'])
      expect(codesOf(paths[`/api/${kind}/import`]?.['post']?.responses['409'])).toContain(
        'custom.in_use',
      );
  });

  it('names for every call what may go wrong with it', async () => {
    const { paths } = await readDescription();
    for (const call of Object.values(paths).flatMap((methods) => Object.values(methods))) {
      expect(codesOf(call.responses['500'])).toEqual(['server.error']);
      expect(codesOf(call.responses['503'])).toContain('database.unavailable');
    }
  });
});

it('refusals.json lists calls and codes that exist, in alphabetical order', () => {
  const calls = test.server.server.declared.map(
    ({ method, url }) => `${method} ${url.replace('/api', '')}`,
  );
  expect(calls).toEqual(expect.arrayContaining(Object.keys(refusals)));
  expect(Object.keys(refusals)).toEqual(Object.keys(refusals).toSorted());
  for (const codes of Object.values(refusals).map((each) => each.split(' '))) {
    expect(Object.keys(errorCodes)).toEqual(expect.arrayContaining(codes));
    expect(codes).toEqual([...new Set(codes)].toSorted());
  }
});

interface Described {
  content?: { 'application/json': { schema: { properties: { code: { enum: string[] } } } } };
}

interface Description {
  paths: Record<string, Record<string, { responses: Record<string, Described> }>>;
  components: { schemas: Record<string, { enum: string[]; description: string }> };
}

async function readDescription(): Promise<Description> {
  const response = await test.admin.get('/openapi.json');
  return response.body as unknown as Description;
}

function codesOf(response: Described | undefined): string[] | undefined {
  return response?.content?.['application/json'].schema.properties.code.enum;
}
