/** The part of a JSON schema that the API description uses. */
export interface Schema {
  type?: string;
  enum?: readonly unknown[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  nullable?: boolean;
  pattern?: string;
  format?: string;
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
  items?: Schema;
  minItems?: number;
  anyOf?: readonly Schema[];
  additionalProperties?: boolean | Schema;
}

interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  schema: Schema;
}

/** A call as `/api/openapi.json` describes it. */
export interface Operation {
  method: string;
  /** With its parameters in braces: `/api/leads/{id}`. */
  path: string;
  parameters: readonly Parameter[];
  body: Schema | null;
  /** The codes that it may refuse with, by status. */
  codes: Readonly<Record<string, readonly string[]>>;
}

export interface Description {
  operations: readonly Operation[];
  /** Every code there is. */
  codes: ReadonlySet<string>;
}

interface Content {
  content?: Record<string, { schema?: Schema }>;
}

interface OpenApi {
  paths: Record<
    string,
    Record<
      string,
      {
        parameters?: Parameter[];
        requestBody?: Content;
        responses: Record<string, Content>;
      }
    >
  >;
  components: { schemas: { ErrorCode: { enum: string[] } } };
}

/** Reads what `/api/openapi.json` answers. */
export function readDescription(text: string): Description {
  const { paths, components } = JSON.parse(text) as OpenApi;
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters = [], requestBody, responses }]) => ({
      method: method.toUpperCase(),
      path,
      parameters,
      body: requestBody?.content?.['application/json']?.schema ?? null,
      codes: Object.fromEntries(
        Object.entries(responses).map(([status, answer]) => [status, codesOf(answer)]),
      ),
    })),
  );
  return { operations, codes: new Set(components.schemas.ErrorCode.enum) };
}

function codesOf({ content }: Content): string[] {
  const code = content?.['application/json']?.schema?.properties?.['code'];
  return (code?.enum ?? []).map(String);
}
