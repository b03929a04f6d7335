import { definitionOf, fontsAt } from '~/kit/shared/paper-layout';
import type { Paper } from '~/kit/shared/papers';
import { saveFile } from './files';

/** Makes a paper's PDF file in the browser and saves it under the paper's title; the generator is loaded with the first one. */
export async function savePdf(paper: Paper): Promise<void> {
  const { default: pdfMake } = await import('pdfmake/build/pdfmake');
  pdfMake.setFonts(fontsAt((file) => `${window.location.origin}/fonts/${file}`));
  const content = await pdfMake.createPdf(definitionOf(paper)).getBlob();
  saveFile(content, `${paper.title}.pdf`);
}
