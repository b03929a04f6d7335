import { crc32 } from 'node:zlib';
import type { Answer, Caller } from '~/kit/server/testing/test-calls';
import type { AttachedFile } from '../attachments.fields';

/** Sends a file onto a record, such as `/leads/7`. */
export function sendFile(
  caller: Caller,
  record: string,
  name: string,
  content: string | Uint8Array,
): Promise<Answer<AttachedFile>> {
  const form = new FormData();
  form.append('file', new File([new Uint8Array(Buffer.from(content))], name));
  return caller.upload<AttachedFile>(`${record}/files`, form);
}

interface Entry {
  name: string;
  content?: string;
}

/** An archive of unpacked entries, as far as its names matter. */
export function archiveOf(entries: readonly Entry[]): Buffer {
  const bodies: Buffer[] = [];
  const list: Buffer[] = [];
  let at = 0;
  for (const { name, content = 'x' } of entries) {
    const [title, body] = [Buffer.from(name), Buffer.from(content)];
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt32LE(crc32(body), 10);
    facts.writeUInt32LE(body.length, 14);
    facts.writeUInt32LE(body.length, 18);
    facts.writeUInt16LE(title.length, 22);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(at, 10);
    list.push(Buffer.from('PK\u0001\u0002\u0014\u0000'), facts, place, title);
    const whole = Buffer.concat([Buffer.from('PK\u0003\u0004'), facts, title, body]);
    bodies.push(whole);
    at += whole.length;
  }
  const names = Buffer.concat(list);
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(names.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...bodies, names, end]);
}

export const wordFile = archiveOf([{ name: '[Content_Types].xml' }, { name: 'word/document.xml' }]);
export const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=',
  'base64',
);
