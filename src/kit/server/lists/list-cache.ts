import { pipeline, type Readable, Transform } from 'node:stream';
import { createGzip } from 'node:zlib';

interface CachedList {
  tag: string;
  body: Buffer;
}

/** The packed bodies of whole lists, each under the statement that made it and good as long as its tag is. */
export interface ListCache {
  /** The packed body that still is what the statement gives, or null. */
  find: (statement: string, tag: string) => Buffer | null;
  /** Packs a list as it passes through; with a tag it is kept for the next one who asks. */
  pack: (list: Readable, statement: string, tag: string | null) => Readable;
}

const longest = 8 * 1024 * 1024;
const most = 48 * 1024 * 1024;

/** Keeps at most 48 MB, no list above 8 MB, and gives up first what was asked for longest ago. */
export function createListCache(): ListCache {
  // A Map keeps the order of insertion: what is asked for goes to its end.
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
      // What broke off on the way is no list.
      pipeline(list, createGzip({ level: 2 }), packed, (error) => {
        if (!error && tag !== null && size <= longest) {
          keep(statement, { tag, body: Buffer.concat(chunks) });
        }
      });
      return packed;
    },
  };
}
