import { z } from 'zod';
import type { Api } from '~/kit/server/http/route';
import { sampleOf, tableOfType } from '../events.rules';

type Schema = z.core.JSONSchema.JSONSchema;
type Values = Record<string, unknown>;

/** An example of an event, with its record as the call for one answers. */
export function sampleEvent(
  { readers, publicUrl }: Pick<Api, 'readers' | 'publicUrl'>,
  type: string,
) {
  const path = `/${tableOfType(type).replaceAll('_', '-')}`;
  const response = readers.get(path)?.response;
  const schema = response ? schemaOf(response) : {};
  const record = { ...(exampleOf(schema) as Values | null), id: 1 };
  return sampleOf(type, publicUrl, { record, changed: changedIn(schema) });
}

const schemas = new WeakMap<z.ZodType, Schema>();

function schemaOf(response: z.ZodType): Schema {
  const stored = schemas.get(response);
  if (stored) return stored;
  const schema = z.toJSONSchema(response, { unrepresentable: 'any' });
  schemas.set(response, schema);
  return schema;
}

/** A text of the records that may be empty. */
function changedIn(schema: Schema): string {
  const texts = Object.entries(propertiesOf(schema)).filter(
    ([name, each]) => each.anyOf?.some(isNull) && exampleOf(each) === exampleText && name !== 'id',
  );
  const names = texts.map(([name]) => name);
  return names.find((name) => name === 'notes') ?? names[0] ?? 'id';
}

const exampleText = 'Example';
const formats: Readonly<Record<string, string>> = {
  date: '2026-12-01',
  'date-time': '2026-12-01T09:30:00.000Z',
};

function exampleOf(schema: Schema): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const [one] = (schema.anyOf ?? schema.oneOf ?? []).filter((each) => !isNull(each));
  if (one) return exampleOf(one);
  const { type } = schema;
  if (type === 'string') return formats[schema.format ?? ''] ?? exampleText;
  if (type === 'integer' || type === 'number') return 1;
  if (type === 'boolean') return false;
  if (type === 'array') return [exampleOf(schema.items as Schema)];
  const properties = Object.entries(propertiesOf(schema));
  if (properties.length === 0) return schema.type === 'object' ? {} : null;
  return Object.fromEntries(properties.map(([name, each]) => [name, exampleOf(each)]));
}

function propertiesOf({ properties, allOf = [] }: Schema): Readonly<Record<string, Schema>> {
  const parts = allOf.map((each) => propertiesOf(each));
  return Object.assign({}, ...parts, properties) as Record<string, Schema>;
}

const isNull = (schema: Schema | boolean) => typeof schema === 'object' && schema.type === 'null';
