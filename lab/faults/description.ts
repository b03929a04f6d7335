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

/** A call as `/api/openapi.json` describes it. */
export interface Operation {
  method: string;
  /** With its parameters in braces: `/api/leads/{id}`. */
  path: string;
  parameters: readonly { name: string; in: string }[];
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

interface Call {
  parameters?: Operation['parameters'];
  requestBody?: Content;
  responses: Record<string, Content>;
}

interface OpenApi {
  paths: Record<string, Record<string, Call>>;
  components: { schemas: { ErrorCode: { enum: string[] } } };
}

const schemaOf = (given?: Content) => given?.content?.['application/json']?.schema;

/** Reads what `/api/openapi.json` answers. */
export function readDescription(text: string): Description {
  const { paths, components } = JSON.parse(text) as OpenApi;
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters = [], requestBody, responses }]) => {
      const codes = Object.entries(responses).map(([status, response]) => {
        const declared = schemaOf(response)?.properties?.['code']?.enum ?? [];
        return [status, declared.map(String)] as const;
      });
      const body = schemaOf(requestBody) ?? null;
      return {
        method: method.toUpperCase(),
        path,
        parameters,
        body,
        codes: Object.fromEntries(codes),
      };
    }),
  );
  return { operations, codes: new Set(components.schemas.ErrorCode.enum) };
}
