import { parentPort, workerData } from 'node:worker_threads';
import pdfMake from 'pdfmake';
import { definitionOf, fontsAt } from '~/kit/shared/print/print-layout';
import type { PrintDocument } from '~/kit/shared/print/print-document';

export type PdfAnswer = { content: Uint8Array } | { error: string };

const folder = String(workerData);

// A document never loads anything from outside, whatever was typed into a name.
pdfMake.setUrlAccessPolicy(() => false);
pdfMake.setLocalAccessPolicy((file) => file.startsWith(folder));
pdfMake.setFonts(fontsAt((file) => `${folder}/${file}`));

parentPort?.on('message', (printed: PrintDocument) => void answer(printed));
parentPort?.postMessage('ready');

async function answer(printed: PrintDocument): Promise<void> {
  try {
    const content = await pdfMake.createPdf(definitionOf(printed)).getBuffer();
    parentPort?.postMessage({ content } satisfies PdfAnswer);
  } catch (error) {
    parentPort?.postMessage({ error: String(error) } satisfies PdfAnswer);
  }
}
