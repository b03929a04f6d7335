import { randomBytes } from 'node:crypto';
import { type FileHandle, mkdir, open, unlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError, invalid } from '~/kit/server/errors';
import { createLimiter } from '~/kit/server/limiter';

export interface Upload {
  name: string;
  size: number;
  file: FileHandle;
  /** The further inputs of the form that the options name. */
  texts: Readonly<Record<string, string>>;
}

interface UploadOptions {
  /** Null for the first file of any field. */
  field: string | null;
  folder: string;
  maxBytes: number;
  tooLarge?: AppError;
  /** Names of further inputs, each of which is to be read as text. */
  texts?: readonly string[];
}

/** Lets the calls of this scope accept files; all others refuse them (415). */
export async function acceptFiles(app: FastifyInstance): Promise<void> {
  await app.register(multipart, { throwFileSizeLimit: false });
}

/** Files that are on their way here; each holds a place on the disk, however slowly it comes. */
const arriving = createLimiter({
  running: 40,
  waiting: 0,
  each: 20,
  last: { slots: 20, each: 4 },
  message: 'Too many files are being uploaded. Please try again in a minute.',
  eachMessage: 'You already have several uploads in progress. Wait for one to finish.',
  retryAfterSeconds: 30,
});

/**
 * Streams the file of a multipart request to disk, never holding it in memory; null when none was sent. The file is
 * unlinked at once, so that a killed server leaves none behind: it is gone with its handle.
 */
export async function receiveFile(
  request: FastifyRequest,
  options: UploadOptions,
): Promise<Upload | null> {
  if (!request.isMultipart()) {
    throw new AppError('upload.not_multipart', 'Send the file as multipart/form-data');
  }
  const turn = { who: request.person?.id ?? request.ip };
  return arriving.run(() => unlessStalled(request, () => receive(request, options)), turn);
}

/**
 * A line of 3 kbit/s brings more than `bytes` in this time: an upload that brings less keeps a place from others. On average
 * it has to bring `steadyBytes`, so that no file takes longer than its size explains; the first half a minute is free.
 */
export const patience = { bytes: 4096, ms: 10_000, steadyBytes: 40_960, freeBytes: 122_880 };

/** Breaks the reading of the form off with 408 as soon as too little of it arrives. */
async function unlessStalled<T>({ raw }: FastifyRequest, read: () => Promise<T>): Promise<T> {
  let before = raw.socket.bytesRead;
  let ahead = patience.freeBytes;
  const timer = setInterval(() => {
    const { bytesRead } = raw.socket;
    const isDue = !raw.complete && !raw.isPaused();
    const arrived = bytesRead - before;
    if (isDue) ahead += arrived - patience.steadyBytes;
    // The form parser hears it, and ends what it reads from and writes to.
    if (isDue && (arrived < patience.bytes || ahead < 0)) raw.emit('error', notArriving());
    before = bytesRead;
  }, patience.ms);
  try {
    return await read();
  } finally {
    clearInterval(timer);
  }
}

function notArriving(): AppError {
  const message = 'The upload stopped or is too slow. Check your connection and try again.';
  return new AppError('request.timeout', message);
}

async function receive(request: FastifyRequest, options: UploadOptions): Promise<Upload | null> {
  let upload: Upload | null = null;
  let count = 0;
  const texts: Record<string, string> = {};
  const limits = { fileSize: options.maxBytes, files: 5, fields: 20, fieldSize: mostTextBytes };
  try {
    for await (const part of request.parts({ limits })) {
      if (part.type !== 'file') {
        takeText(part, options, texts);
        continue;
      }
      count += 1;
      if (count > 1) throw severalFiles();
      const isIt = options.field === null || part.fieldname === options.field;
      if (!isIt) part.file.resume();
      else {
        upload = {
          name: nameOf(part.filename),
          size: 0,
          file: await unnamedFile(options.folder),
          texts,
        };
        await writeFile(upload.file, part.file);
        upload.size = part.file.bytesRead;
        if (part.file.truncated) throw options.tooLarge ?? tooLarge(options.maxBytes);
      }
    }
  } catch (error) {
    await upload?.file.close();
    throw readFailure(error);
  }
  return upload;
}

/** 400 for an input that the call does not take, and for one that is there twice. */
function takeText(
  part: TextPart,
  { field, texts: taken = [] }: UploadOptions,
  texts: Record<string, string>,
): void {
  const { fieldname } = part;
  // An input for the file that has none.
  if (fieldname === field) return;
  if (!taken.includes(fieldname)) {
    const message = `Unknown field "${fieldname}"`;
    const details = [{ field: fieldname, message }];
    throw new AppError('input.unknown_field', message, { details });
  }
  if (Object.hasOwn(texts, fieldname)) throw invalid(fieldname, `${fieldname} is there twice`);
  texts[fieldname] = textOf(part);
}

interface TextPart {
  fieldname: string;
  value: unknown;
  valueTruncated: boolean;
}

/** A form cannot hold quotation marks and line breaks of a file's name: browsers write them so, and a percent sign as it is. */
function nameOf(sent: string): string {
  return sent.replaceAll('%22', '"').replaceAll(/(?:%0D|%0A)+/g, ' ');
}

function severalFiles(): AppError {
  return new AppError('upload.several_files', 'Send one file at a time');
}

const mostTextBytes = 262_144;

function textOf(part: TextPart): string {
  const { fieldname, value, valueTruncated } = part;
  if (valueTruncated) throw invalid(fieldname, `${fieldname} is too long`);
  return typeof value === 'string' ? value : JSON.stringify(value ?? null);
}

/** Errors of the form parser have no code, unlike those of the disk or the server: the sender sent no valid form. */
function readFailure(error: unknown): unknown {
  if (!(error instanceof Error) || 'code' in error) return error;
  const message = 'The upload was interrupted. Please try again.';
  return new AppError('upload.incomplete', message);
}

export async function readUpload({ file, size }: Upload): Promise<Buffer> {
  try {
    const content = Buffer.alloc(size);
    const { bytesRead } = await file.read(content, 0, size, 0);
    return content.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

async function unnamedFile(folder: string): Promise<FileHandle> {
  await mkdir(folder, { recursive: true });
  const name = path.join(folder, randomBytes(8).toString('hex'));
  const file = await open(name, 'wx+', 0o600);
  await unlink(name);
  return file;
}

function tooLarge(maxBytes: number): AppError {
  const message = `The file is larger than ${maxBytes / 1_048_576} MB`;
  return new AppError('upload.too_large', message);
}
