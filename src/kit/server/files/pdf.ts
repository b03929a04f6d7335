import type { Worker } from 'node:worker_threads';
import { AppError } from '~/kit/server/errors';
import { createLimiter } from '~/kit/server/limiter';
import type { PdfResponse, Printed } from './pdf-worker';
import { responseOf, startThread } from './threads';

export interface PdfLimits {
  waiting: number;
  /** So long one document may take; a worker that takes longer is ended, and the next document gets a new one. */
  deadlineMs: number;
}

const message = 'Too many PDFs are being created. Please try again in a few seconds.';
const tooSlow = 'Creating the PDF took too long. Please try again.';
const retryAfterSeconds = 5;

/**
 * Makes PDF files in one worker thread, which is started with the first: laying out 200 lines takes the time of a
 * thousand other calls. Throws AppError `server.busy` when too many wait (docs/product/wire.md#limits).
 */
export function pdfMaker({ waiting, deadlineMs }: PdfLimits) {
  const limiter = createLimiter({ running: 1, waiting, message, retryAfterSeconds });
  const late = () => new AppError('server.busy', tooSlow, { retryAfterSeconds });
  let worker: Worker | undefined;

  async function make(printed: Printed): Promise<Buffer> {
    const thread = (worker ??= await startThread('pdf-worker'));
    thread.ref();
    const pending = responseOf<PdfResponse>(thread, printed, { deadlineMs, late });
    const response = await pending.catch((error: unknown) => {
      worker = undefined;
      throw error;
    });
    thread.unref();
    if ('error' in response) throw new Error(response.error);
    return Buffer.from(response.content);
  }

  return (printed: Printed) => limiter.run(() => make(printed));
}

export const makePdf = pdfMaker({ waiting: 40, deadlineMs: 20_000 });

export interface PdfFile {
  name: string;
  type: 'application/pdf';
  content: Buffer;
}

export function fileOf(number: string, content: Buffer): PdfFile {
  return { name: fileName(number), type: 'application/pdf', content };
}

/** A document as a PDF file, made each time. */
export async function pdfOf(number: string, document: Printed): Promise<PdfFile> {
  return fileOf(number, await makePdf(document));
}

/** A number may contain a slash, which would be a folder. */
export function fileName(number: string): string {
  return `${number.replaceAll(/[^\w.-]/g, '-')}.pdf`;
}
