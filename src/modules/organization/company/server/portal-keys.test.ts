import { generateKeyPairSync } from 'node:crypto';
import { expect, it } from 'vitest';
import { inventedCertificate, portalKey, resigned, signedByInvented } from './portal-keys.builders';
import { isSignedBy, readPortalKeys } from './portal-keys.service';

const { privateKey, pem } = portalKey();
const other = portalKey();

function keysOf(text: string) {
  const reading = readPortalKeys(text);
  if (!reading.ok) throw new Error(reading.wrong);
  return reading.keys;
}

it('reads a certificate, a public key, and several with words between them', () => {
  expect(isSignedBy(keysOf(inventedCertificate), signedByInvented)).toBe(true);
  const all = `Bag Attributes\n${pem}\nsubject=CN\n${inventedCertificate}`;
  expect(keysOf(all)).toHaveLength(2);
  expect(isSignedBy(keysOf(all), signedByInvented)).toBe(true);
  expect(isSignedBy(keysOf(all), resigned(signedByInvented, privateKey))).toBe(true);
});

const ec = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
const ecPem = ec.publicKey.export({ type: 'spki', format: 'pem' }).toString();
const secret = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const [first, last] = ['-----BEGIN CERTIFICATE-----', '-----END CERTIFICATE-----'];

it.each([
  ['words', 'certificate', /Paste the certificate/],
  ['a private key', secret, /private key/],
  ['no content', `${first}\n${last}`, /Certificate 1 cannot be read/],
  ['half a certificate', inventedCertificate.slice(0, 600), /Certificate 1 cannot be read/],
  ['a broken second one', `${pem}\n${first}\nAAAA\n${last}`, /Certificate 2 cannot be read/],
  ['another kind of key', ecPem, /no RSA key/],
  ['a short key', portalKey(1024).pem, /at least 2048 bits/],
  ['eleven', pem.repeat(11), /at most 10/],
])('refuses %s', (_name, text, message) => {
  const reading = readPortalKeys(text);
  expect(reading.ok ? null : reading.wrong).toMatch(message);
});

const encoded = (json: object) => Buffer.from(JSON.stringify(json)).toString('base64url');
const [head = '', body = '', signature = ''] = resigned(signedByInvented, privateKey).split('.');

it.each([
  ['of another key', resigned(signedByInvented, other.privateKey)],
  ['of another text', [head, encoded({ data: '{"Irn":1}' }), signature].join('.')],
  ['of no algorithm', [encoded({ alg: 'none' }), body, ''].join('.')],
  ['of another algorithm', [encoded({ alg: 'HS256' }), body, signature].join('.')],
  ['that is missing', `${head}.${body}`],
  ['with a further part', `${head}.${body}.${signature}.${signature}`],
  ['of no JWT', 'words'],
])('does not take a signature %s', (_name, token) => {
  expect(isSignedBy(keysOf(pem), token)).toBe(false);
});
