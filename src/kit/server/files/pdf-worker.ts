import { parentPort } from 'node:worker_threads';
import pdfMake from 'pdfmake';
import { labelsDefinitionOf, type PrintLabels } from '~/kit/shared/print/label-layout';
import { definitionOf } from '~/kit/shared/print/print-layout';
import type { PrintDocument } from '~/kit/shared/print/print-document';
import { namedFonts } from './print-fonts';

declare module 'pdfmake' {
  export const virtualfs: { writeFileSync: (name: string, content: Buffer) => void };
}

export type Printed = PrintDocument | PrintLabels;
export type PdfResponse = { content: Uint8Array } | { error: string };

// A document never loads anything from outside, regardless of the texts in it.
pdfMake.setUrlAccessPolicy(() => false);
pdfMake.setLocalAccessPolicy(() => false);
pdfMake.setFonts(namedFonts((name, content) => pdfMake.virtualfs.writeFileSync(name, content)));

parentPort?.on('message', (printed: Printed) => void respond(printed));
parentPort?.postMessage('ready');

async function respond(printed: Printed): Promise<void> {
  try {
    const definition = 'labels' in printed ? labelsDefinitionOf(printed) : definitionOf(printed);
    const content = await pdfMake.createPdf(definition).getBuffer();
    parentPort?.postMessage({ content } satisfies PdfResponse);
  } catch (error) {
    parentPort?.postMessage({ error: String(error) } satisfies PdfResponse);
  }
}
