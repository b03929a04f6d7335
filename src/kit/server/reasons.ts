/** By the code of Node, the system or a library. Their own words would name addresses and paths. */
const reasons: readonly (readonly [code: RegExp, reason: string])[] = [
  [/ECONNREFUSED/, 'the connection was refused'],
  [/ENOTFOUND|EAI_AGAIN|EAI_FAIL|EDNS/, 'its name was not found'],
  [/EHOSTUNREACH|ENETUNREACH|ENETDOWN|EHOSTDOWN/, 'the network does not lead to it'],
  [/ETIMEDOUT|EABORT/, 'it did not answer in time'],
  [/ECONNRESET|EPIPE|ECONNABORTED|ECONNECTION/, 'the connection broke off'],
  [/CERT|certificate/, 'its certificate is not trusted'],
  [/ETLS|EREQUIRETLS|SSL|STARTTLS/, 'an encrypted connection is not possible'],
  [/EAUTH|ENOAUTH/, 'it did not accept the sign-in'],
  [/ENOSPC|EDQUOT|EFBIG/, 'the disk is full'],
  [/EACCES|EPERM/, 'the program may not read and write there'],
  [/EROFS/, 'the disk can only be read'],
  [/ENOENT|ENOTDIR/, 'the folder is missing'],
];

/** What failed, for a person: never where, which the log says. Null where the error is none of those that are known. */
export function reasonOf(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const code = 'code' in error ? String(error.code) : '';
  // Libraries put a code of their own in the place of the system's, which then stands in the text alone.
  const said = `${code} ${error.message}`;
  return reasons.find(([pattern]) => pattern.test(said))?.[1] ?? null;
}
