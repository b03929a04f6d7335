import { createPublicKey, type KeyObject, verify, X509Certificate } from 'node:crypto';

export type PortalKeys = { ok: true; keys: KeyObject[] } | { ok: false; wrong: string };

const mostKeys = 10;
const fewestBits = 2048;
const noKey =
  'Paste the certificate of the portal in PEM form: it starts with -----BEGIN CERTIFICATE----- or -----BEGIN PUBLIC KEY-----';

/**
 * The RSA keys with which the e-invoice portal signs, from its certificates or public keys in PEM form, several one below
 * the other; what is between them is left out (docs/product/filings.md#signature).
 */
export function readPortalKeys(pem: string): PortalKeys {
  if (pem.includes('PRIVATE KEY-----'))
    return wrong('This is a private key. Paste the public certificate of the portal instead');
  const blocks = blocksOf(pem);
  if (blocks.length === 0) return wrong(noKey);
  if (blocks.length > mostKeys) return wrong(`Paste at most ${mostKeys} certificates`);
  const keys: KeyObject[] = [];
  for (const [index, block] of blocks.entries()) {
    const key = keyOf(block);
    const name = `Certificate ${index + 1}`;
    if (key === null)
      return wrong(`${name} cannot be read. Copy it again with its first and last line`);
    if (!isStrong(key))
      return wrong(`${name} has no RSA key of at least ${fewestBits} bits, which the portal uses`);
    keys.push(key);
  }
  return { ok: true, keys };
}

function wrong(message: string): PortalKeys {
  return { ok: false, wrong: message };
}

/** From each first line to before the next one. */
function blocksOf(pem: string): string[] {
  return pem
    .split(/(?=-----BEGIN )/)
    .filter((part) => part.startsWith('-----BEGIN '))
    .map((part) => part.trim());
}

function keyOf(block: string): KeyObject | null {
  try {
    return block.startsWith('-----BEGIN CERTIFICATE-----')
      ? new X509Certificate(block).publicKey
      : createPublicKey(block);
  } catch {
    return null;
  }
}

function isStrong({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): boolean {
  return asymmetricKeyType === 'rsa' && (asymmetricKeyDetails?.modulusLength ?? 0) >= fewestBits;
}

/** Whether one of the keys has signed a JWT by RS256; false for any other algorithm. */
export function isSignedBy(keys: readonly KeyObject[], token: string): boolean {
  const [head = '', body = '', signature = '', ...more] = token.trim().split('.');
  if (more.length > 0 || signature === '' || algorithmOf(head) !== 'RS256') return false;
  const [signed, proof] = [Buffer.from(`${head}.${body}`), Buffer.from(signature, 'base64url')];
  return keys.some((key) => verify('RSA-SHA256', signed, key, proof));
}

function algorithmOf(head: string): unknown {
  try {
    const json: unknown = JSON.parse(Buffer.from(head, 'base64url').toString());
    return typeof json === 'object' && json !== null && 'alg' in json ? json.alg : null;
  } catch {
    return null;
  }
}
