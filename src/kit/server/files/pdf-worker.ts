import { parentPort, workerData } from 'node:worker_threads';
import pdfMake from 'pdfmake';
import { definitionOf, fontsAt } from '~/kit/shared/print/print-layout';
import type { PrintDocument } from '~/kit/shared/print/print-document';

export interface PdfTask {
  id: number;
  printed: PrintDocument;
}
export type PdfAnswer = { id: number; content: Uint8Array } | { id: number; error: string };

const folder = String(workerData);

// A document never loads anything from outside, whatever was typed into a name.
pdfMake.setUrlAccessPolicy(() => false);
pdfMake.setLocalAccessPolicy((file) => file.startsWith(folder));
pdfMake.setFonts(fontsAt((file) => `${folder}/${file}`));

parentPort?.on('message', (task: PdfTask) => void answer(task));

async function answer({ id, printed }: PdfTask): Promise<void> {
  try {
    const content = await pdfMake.createPdf(definitionOf(printed)).getBuffer();
    parentPort?.postMessage({ id, content } satisfies PdfAnswer);
  } catch (error) {
    parentPort?.postMessage({ id, error: String(error) } satisfies PdfAnswer);
  }
}
