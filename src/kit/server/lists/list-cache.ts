import { pipeline, type Readable, Transform } from 'node:stream';
import { createGzip } from 'node:zlib';

interface CachedList {
  tag: string;
  body: Buffer;
}

export interface ListCache {
  find: (statement: string, tag: string) => Buffer | null;
  pack: (list: Readable, statement: string, tag: string | null) => Readable;
}

const longest = 8 * 1024 * 1024;
const most = 48 * 1024 * 1024;

/** Keeps at most 48 MB and no list above 8 MB; evicts the least recently used first. */
export function createListCache(): ListCache {
  const kept = new Map<string, CachedList>();
  const keep = (statement: string, list: CachedList): void => {
    kept.delete(statement);
    kept.set(statement, list);
    let size = 0;
    for (const each of kept.values()) size += each.body.length;
    for (const [oldest, each] of kept) {
      if (size <= most) break;
      size -= each.body.length;
      kept.delete(oldest);
    }
  };
  return {
    find: (statement, tag) => {
      const found = kept.get(statement);
      if (found?.tag !== tag) return null;
      kept.delete(statement);
      kept.set(statement, found);
      return found.body;
    },
    pack: (list, statement, tag) => {
      const chunks: Buffer[] = [];
      let size = 0;
      const packed = new Transform({
        transform(chunk: Buffer, _encoding, done) {
          size += chunk.length;
          if (tag !== null && size <= longest) chunks.push(chunk);
          done(null, chunk);
        },
      });
      pipeline(list, createGzip({ level: 2 }), packed, (error) => {
        if (!error && tag !== null && size <= longest) {
          keep(statement, { tag, body: Buffer.concat(chunks) });
        }
      });
      return packed;
    },
  };
}
