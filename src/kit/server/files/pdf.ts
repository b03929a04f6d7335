import type { Worker } from 'node:worker_threads';
import { AppError } from '~/kit/server/errors';
import { createGate } from '~/kit/server/gate';
import type { PrintDocument } from '~/kit/shared/print/print-document';
import type { PdfAnswer } from './pdf-worker';
import { answerOf, startThread } from './threads';

export interface PdfLimits {
  waiting: number;
  /** So long one document may take; a worker that takes longer is ended, and the next document gets a new one. */
  deadlineMs: number;
}

const sentence = 'Too many PDFs are being created. Please try again in a few seconds.';
const tooSlow = 'Creating the PDF took too long. Please try again.';
const retryAfterSeconds = 5;

/**
 * Makes PDF files in one worker thread, which is started with the first: laying out 200 lines takes the time of a
 * thousand other calls. Throws AppError `server.busy` when too many wait (docs/product/wire.md#limits).
 */
export function pdfMaker({ waiting, deadlineMs }: PdfLimits) {
  const gate = createGate({ running: 1, waiting, sentence, retryAfterSeconds });
  const late = () => new AppError('server.busy', 503, tooSlow, { retryAfterSeconds });
  let worker: Worker | undefined;

  async function make(printed: PrintDocument): Promise<Buffer> {
    const thread = (worker ??= await startThread('pdf-worker'));
    thread.ref();
    const asked = answerOf<PdfAnswer>(thread, printed, { deadlineMs, late });
    const answer = await asked.catch((error: unknown) => {
      worker = undefined;
      throw error;
    });
    thread.unref();
    if ('error' in answer) throw new Error(answer.error);
    return Buffer.from(answer.content);
  }

  return (printed: PrintDocument) => gate.run(() => make(printed));
}

export const makePdf = pdfMaker({ waiting: 40, deadlineMs: 20_000 });
