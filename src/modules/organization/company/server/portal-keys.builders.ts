import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';

/** An invented certificate, whose private key no one has. */
export const inventedCertificate = `-----BEGIN CERTIFICATE-----
MIIDKzCCAhOgAwIBAgIUB0NT9UwBwDY1rLgmwUh/g4BQ4qQwDQYJKoZIhvcNAQEL
BQAwJDEiMCAGA1UEAwwZSW52ZW50ZWQgZS1pbnZvaWNlIHBvcnRhbDAgFw0yNjEx
MjUxNzAwNTlaGA8yMTI2MTEwMTE3MDA1OVowJDEiMCAGA1UEAwwZSW52ZW50ZWQg
ZS1pbnZvaWNlIHBvcnRhbDCCASIwDQYJKoZIhvcNAQEBBQADggEPADCCAQoCggEB
ALtOPCjssQ9aRFsW+OLz1RvFcG70h9vIxDztHxob7twdvJg5HIrZW2F0laE4MPw2
/3znauP4cWYp3ikMxkDg0U1z5YQK13bwzCR5Fy7uxw4EdZeaNSVJyTDZEVNxhTpy
wI08ujurY4DAKMOd7+dLsjNW9Bgnk9cYy67OBR0lETJ8UBLyZXBOMpikW7I4/fpZ
Bjzq6Y1QHJ1iXmZXv/1qpOzIJba2n9f4tHC7obOwAFwElNHD/HmFRt1Tgz4xkXs4
681aMNHYWGTRJd5r2QFO6HsQQGmLGhucwyum7V6odrAk2rSnGB/dIWtLuAa+XCEc
jg7BxLwog7TH7wzkU0icsTUCAwEAAaNTMFEwHQYDVR0OBBYEFEGyVuKP5a0LrIeo
c2x3KpqoDdNLMB8GA1UdIwQYMBaAFEGyVuKP5a0LrIeoc2x3KpqoDdNLMA8GA1Ud
EwEB/wQFMAMBAf8wDQYJKoZIhvcNAQELBQADggEBAKawABoAA5qmR4U3R2NLzdbN
sRIKp3/pnRc17RXwSCV5gC8by4Y6aZiXTZVdTR/FNMUsiyuzXltAm32hpYuWlrKE
pLn5lFXvQwC10Ukp0NHYq5dqbK7gZU33cs8ByB/Gp15ycMJlB31ZvfONJUgVBTl4
+k69QlL+tixv2bI9n7qzTZQdtEVn7lYu2Xt3Fw33bxLqJ6ImxX9snaYiuvk0Pnyq
rNVG1q8G6TT8OK9LkfOEvdoE1ijfEz1xye/obfKqSXo4cjCNOKLKG7sZlgczcL/i
/PiQXfzVdRcs3Td5GpTBrH28kO1KOCDVg4WYhnyXs6ig1Bip+iU9AZzO+jkd87I=
-----END CERTIFICATE-----`;

/** What that key has signed. */
export const signedByInvented = [
  'eyJhbGciOiJSUzI1NiIsInR5cCI6IkpXVCJ9.eyJkYXRhIjoie30iLCJpc3MiOiJpbnZlbnRlZCJ9.b_YPGq9S7yig',
  '_5sbX145XH6Dar5LQsSXjfwzcCID_Q1thDp0ihPjYHI60hS3CiKgz5oPu_6iHgvNpaGSwxlvPsByaYlKkePA3FzzeS',
  'OWH1eFhzsZoRHWpgSOyUvFVL0fhvblijLKSwl0ooUeJb0SrZ179nm3lQxCtOBbYx1r9uMpPQW0XwIW2AaGwyvQ3S3C',
  '_1eCmXVmEcvnKrKoCWcpLNkZ-WaBK9mFdFizqd5fbGpG5HbQe3quhkApITUb6kcjW3Nl3Oex4X42r-J_oQOzOpJ92L',
  '2w-ONOPoaa9qGxPJhxCzQ9omMg4TUTe29GDnLot_pOvHdVjnTMjmrOJYKrug',
].join('');

/** A key pair of an invented portal; `pem` is its public key. */
export function portalKey(modulusLength = 2048): { privateKey: KeyObject; pem: string } {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength });
  return { privateKey, pem: publicKey.export({ type: 'spki', format: 'pem' }).toString() };
}

/** The same JWT with another signature. */
export function resigned(token: string, privateKey: KeyObject): string {
  const signed = token.split('.').slice(0, 2).join('.');
  return `${signed}.${sign('RSA-SHA256', Buffer.from(signed), privateKey).toString('base64url')}`;
}
