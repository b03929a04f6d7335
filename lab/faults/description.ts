/** The part of a JSON schema that the API description uses. */
export interface Schema {
  type?: string;
  enum?: readonly unknown[];
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  nullable?: boolean;
  pattern?: string;
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
  items?: Schema;
  minItems?: number;
  anyOf?: readonly Schema[];
}

interface Content {
  content?: Record<string, { schema?: Schema }>;
}

interface Call {
  parameters?: readonly { name: string; in: string }[];
  requestBody?: Content;
  responses: Readonly<Record<string, Content>>;
}

/** A call as `/api/openapi.json` describes it. */
export interface Operation extends Call {
  method: string;
  /** With its parameters in braces: `/api/leads/{id}`. */
  path: string;
}

export interface Description {
  operations: readonly Operation[];
  /** Every code there is. */
  codes: ReadonlySet<string>;
}

interface OpenApi {
  paths: Record<string, Record<string, Call>>;
  components: { schemas: { ErrorCode: { enum: string[] } } };
}

/** Reads what `/api/openapi.json` answers. */
export function readDescription(text: string): Description {
  const { paths, components } = JSON.parse(text) as OpenApi;
  const operations = Object.entries(paths).flatMap(([path, calls]) =>
    Object.entries(calls).map(([method, call]) => ({
      ...call,
      method: method.toUpperCase(),
      path,
    })),
  );
  return { operations, codes: new Set(components.schemas.ErrorCode.enum) };
}

/** The schema of a body; undefined where it is not JSON. */
export const schemaOf = (given?: Content): Schema | undefined =>
  given?.content?.['application/json']?.schema;
