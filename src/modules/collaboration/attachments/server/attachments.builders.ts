import { buffer } from 'node:stream/consumers';
import type { ApiResponse, Caller } from '~/kit/server/testing/test-calls';
import { zipFile } from '~/kit/shared/sheets/zip-writer';
import type { AttachedFile } from '../attachments.fields';

/** Sends a file onto a record, such as `/leads/7`. */
export function sendFile(
  caller: Caller,
  record: string,
  name: string,
  content: string | Uint8Array,
): Promise<ApiResponse<AttachedFile>> {
  const form = new FormData();
  form.append('file', new File([new Uint8Array(Buffer.from(content))], name));
  return caller.upload<AttachedFile>(`${record}/files`, form);
}

/** An archive of files that matter by their names alone. */
export async function archiveOf(names: readonly string[]): Promise<Buffer> {
  return buffer(zipFile(names.map((name) => ({ name, content: 'x' }))));
}

export const wordFile = await archiveOf(['[Content_Types].xml', 'word/document.xml']);
export const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=',
  'base64',
);
