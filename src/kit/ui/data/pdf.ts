import { definitionOf, fontsAt } from '~/kit/shared/print/print-layout';
import type { PrintDocument } from '~/kit/shared/print/print-document';
import { saveFile } from './files';

export async function savePdf(printed: PrintDocument): Promise<void> {
  const { default: pdfMake } = await import('pdfmake/build/pdfmake');
  pdfMake.setFonts(fontsAt((file) => `${window.location.origin}/fonts/${file}`));
  const content = await pdfMake.createPdf(definitionOf(printed)).getBlob();
  saveFile(content, `${printed.title}.pdf`);
}
