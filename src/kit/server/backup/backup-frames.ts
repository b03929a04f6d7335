import { createHash } from 'node:crypto';
import { z } from 'zod';
import { damaged } from './backup-chunks';
import { ByteSource } from './byte-source';

/*
 * What a backup holds, packed: frames of [kind: 1 byte][length: 4 bytes][content]. A part (a table or a file) begins
 * with its description, continues with any number of frames of bytes and ends with their number and digest.
 */

const kinds = { table: 1, file: 2, bytes: 3, end: 4, sequences: 5, trailer: 6 } as const;

type Kind = keyof typeof kinds;

const MOST_BYTES = 16 * 1024 * 1024;

const count = z.int().min(0);

const schemas = {
  table: z.object({ name: z.string(), columns: z.array(z.string()) }),
  file: z.object({ path: z.string() }),
  end: z.object({ bytes: count, lines: count, sha256: z.string() }),
  sequences: z.array(z.object({ name: z.string(), value: z.string(), is_called: z.boolean() })),
  trailer: z.object({ tables: count, files: count, rows: count }),
};

export type TablePart = z.output<typeof schemas.table>;
export type FilePart = z.output<typeof schemas.file>;
export type PartEnd = z.output<typeof schemas.end>;
export type SequenceValue = z.output<typeof schemas.sequences>[number];
export type BackupTotals = z.output<typeof schemas.trailer>;

export type Frame =
  | { kind: 'table'; content: TablePart }
  | { kind: 'file'; content: FilePart }
  | { kind: 'bytes'; content: Buffer }
  | { kind: 'end'; content: PartEnd }
  | { kind: 'sequences'; content: SequenceValue[] }
  | { kind: 'trailer'; content: BackupTotals };

export function frame({ kind, content }: Frame): Buffer {
  const bytes = Buffer.isBuffer(content) ? content : Buffer.from(JSON.stringify(content));
  const head = Buffer.alloc(5);
  head.writeUInt8(kinds[kind]);
  head.writeUInt32BE(bytes.length, 1);
  return Buffer.concat([head, bytes]);
}

/** Reads frames up to the trailer, behind which there is nothing. BackupError where the stream is not made of them. */
export async function* readFrames(stream: AsyncIterable<Buffer>): AsyncGenerator<Frame> {
  const source = new ByteSource(stream);
  for (let kind: Kind | null = null; kind !== 'trailer'; ) {
    const head = await source.take(5);
    const length = head.readUInt32BE(1);
    const found = Object.entries(kinds).find(([, code]) => code === head.readUInt8());
    if (!found || length > MOST_BYTES) throw damaged();
    kind = found[0] as Kind;
    yield parse(kind, await source.take(length));
  }
  if (!(await source.isAtEnd())) throw damaged();
}

function parse(kind: Kind, content: Buffer): Frame {
  if (kind === 'bytes') return { kind, content };
  const parsed = schemas[kind].safeParse(JSON.parse(content.toString('utf8')));
  if (!parsed.success) throw damaged();
  return { kind, content: parsed.data } as Frame;
}

/** Counts and digests the bytes of a part; the lines of COPY's text are the rows of a table. */
export class PartCount {
  readonly #hash = createHash('sha256');
  #bytes = 0;
  #lines = 0;

  add(bytes: Buffer): void {
    this.#hash.update(bytes);
    this.#bytes += bytes.length;
    for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) this.#lines += 1;
  }

  end(): PartEnd {
    return { bytes: this.#bytes, lines: this.#lines, sha256: this.#hash.digest('hex') };
  }
}
