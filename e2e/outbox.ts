import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, type Product } from './product';

/** The newest mail to an address, as it lies in the outbox; mails leave every fifteen seconds. */
export async function mailTo(product: Product, address: string, count = 1): Promise<string> {
  const outbox = path.join(product.dataDir, 'outbox');
  const mails = async (): Promise<string[]> => {
    const files = (await readdir(outbox).catch(() => [])).filter((file) => file.endsWith('.eml'));
    const texts = await Promise.all(
      files.sort().map((file) => readFile(path.join(outbox, file), 'utf8')),
    );
    return texts
      .filter((text) => text.includes(`To: ${address}`))
      .map((text) => text.replaceAll(/=\r?\n/g, '').replaceAll('\r', ''));
  };
  await expect.poll(async () => (await mails()).length, { timeout: 40_000 }).toBe(count);
  return (await mails()).at(-1) ?? '';
}

/** The path of an invitation's link: a product that was given any free port does not know which one when it writes links. */
export function linkIn(mail: string): string {
  return /http:\/\/\S+?(\/invite\/[\w-]{43})$/m.exec(mail)?.[1] ?? '';
}
