import { isUtf8 } from 'node:buffer';
import iconv from 'iconv-lite';
import { CsvReader, type CsvRow, separatorOf } from '~/kit/shared/csv/csv-reader';
import { type Encoding, utf16In } from '~/kit/shared/csv/encodings';
import type { ByteSource } from '~/kit/shared/sheets/zip-reader';

export interface CsvFile {
  file: ByteSource;
  encoding: Encoding;
  separator: string;
  /** Lines outside quoted cells, without the header: at least the number of rows. */
  total: number;
  binary: boolean;
  lineFeeds: boolean;
}

const startBytes = 65_536;
const pieceBytes = 131_072;
const lineFeed = 0x0a;
const quote = 0x22;

/** Detects the encoding unless it was chosen: what is neither UTF-16 nor valid UTF-8 is read as Windows-1252. */
export async function inspectCsv(file: ByteSource, chosen?: Encoding): Promise<CsvFile> {
  const utf8 = new Utf8Check();
  const lines = { quoted: false, count: 0 };
  let start: Buffer = Buffer.alloc(0);
  let last = 0;
  for await (const piece of piecesOf(file)) {
    if (start.length < startBytes) start = Buffer.concat([start, piece]);
    utf8.add(piece);
    countLines(piece, lines);
    last = piece.at(-1) ?? last;
  }
  const wide = utf16In(start);
  const encoding = chosen ?? wide ?? (utf8.holds() ? 'utf-8' : 'windows-1252');
  const text = iconv.getDecoder(encoding).write(start);
  return {
    file,
    encoding,
    separator: separatorOf(text),
    total: Math.max(0, lines.count - (last === lineFeed ? 1 : 0)),
    binary: !wide && start.includes(0),
    lineFeeds: text.includes('\n') || !text.includes('\r'),
  };
}

// Byte by byte with an index: an iterator takes ten times as long.
function countLines(piece: Buffer, lines: { quoted: boolean; count: number }): void {
  for (let at = 0; at < piece.length; at += 1) {
    if (piece[at] === quote) lines.quoted = !lines.quoted;
    else if (piece[at] === lineFeed && !lines.quoted) lines.count += 1;
  }
}

export async function* readCsv(file: CsvFile): AsyncGenerator<CsvRow> {
  // Drops a byte order mark. Node 20's own windows-1252 loses € and ’ (docs: the stack).
  const decoder = iconv.getDecoder(file.encoding);
  const reader = new CsvReader(file.separator);
  const text = (piece: string) => (file.lineFeeds ? piece : piece.replaceAll('\r', '\n'));
  for await (const piece of piecesOf(file.file)) yield* reader.push(text(decoder.write(piece)));
  yield* reader.push(text(decoder.end() ?? ''));
  yield* reader.end();
}

async function* piecesOf(file: ByteSource): AsyncGenerator<Buffer> {
  for (let position = 0; ; ) {
    const piece = await file.read(position, position + pieceBytes);
    if (piece.byteLength === 0) return;
    position += piece.byteLength;
    yield Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);
  }
}

class Utf8Check {
  private valid = true;
  private open: Buffer = Buffer.alloc(0);

  add(piece: Buffer): void {
    if (!this.valid) return;
    const whole = this.open.length > 0 ? Buffer.concat([this.open, piece]) : piece;
    const end = wholeCharacters(whole);
    this.valid = isUtf8(whole.subarray(0, end));
    this.open = Buffer.from(whole.subarray(end));
  }

  holds(): boolean {
    return this.valid && isUtf8(this.open);
  }
}

function wholeCharacters(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(4, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) return bytes.length;
    if (byte >= 0xc0) return bytes.length - back;
  }
  return bytes.length;
}
