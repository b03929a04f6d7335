import { parentPort } from 'node:worker_threads';
import pdfMake from 'pdfmake';
import { definitionOf } from '~/kit/shared/print/print-layout';
import type { PrintDocument } from '~/kit/shared/print/print-document';
import { namedFonts } from './print-fonts';

declare module 'pdfmake' {
  export const virtualfs: { writeFileSync: (name: string, content: Buffer) => void };
}

export type PdfResponse = { content: Uint8Array } | { error: string };

// A document never loads anything from outside, regardless of the texts in it.
pdfMake.setUrlAccessPolicy(() => false);
pdfMake.setLocalAccessPolicy(() => false);
pdfMake.setFonts(namedFonts((name, content) => pdfMake.virtualfs.writeFileSync(name, content)));

parentPort?.on('message', (printed: PrintDocument) => void respond(printed));
parentPort?.postMessage('ready');

async function respond(printed: PrintDocument): Promise<void> {
  try {
    const content = await pdfMake.createPdf(definitionOf(printed)).getBuffer();
    parentPort?.postMessage({ content } satisfies PdfResponse);
  } catch (error) {
    parentPort?.postMessage({ error: String(error) } satisfies PdfResponse);
  }
}
