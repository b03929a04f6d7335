import { Readable } from 'node:stream';
import nodemailer, { type SendMailOptions, type SMTPTransportOptions } from 'nodemailer';
import { reasonOf, StartError } from '~/kit/server/errors';
import {
  composeMessage,
  type Delivery,
  type MailLog,
  type MailTransport,
  oneLine,
  type Sender,
} from './mail-message';

export interface SmtpServer {
  options: SMTPTransportOptions;
  /** Must never appear in a log or an error text. */
  secrets: string[];
}

// Other options are refused: `pool` would resend on its own, `debug` would log what passes.
const smtpSwitches = ['requireTLS', 'ignoreTLS', 'tls.rejectUnauthorized'];

/** Throws StartError, without the value, for an invalid address. */
export function readSmtpUrl(text: string): SmtpServer {
  const wrong = new StartError(
    'SMTP_URL must look like smtp://user:password@host:port (or smtps://), special characters ' +
      `written as %XX, with no options except ${smtpSwitches.join(', ')}, each true or false`,
  );
  if (!URL.canParse(text)) throw wrong;
  const url = new URL(text);
  const switches = new Map([...url.searchParams].map(([name, value]) => [name, value === 'true']));
  const reported = [...url.searchParams].every(
    ([name, value]) => smtpSwitches.includes(name) && /^(true|false)$/.test(value),
  );
  const isPlain = /^smtps?:$/.test(url.protocol) && /^\/?$/.test(url.pathname) && url.hash === '';
  if (!reported || !isPlain || url.hostname === '') throw wrong;
  const ignoreTLS = switches.get('ignoreTLS') ?? false;
  const user = decode(url.username);
  const pass = decode(url.password);
  if (user === null || pass === null) throw wrong;
  const secrets = [pass, url.password, ...[pass, user, `\0${user}\0${pass}`].map(base64)];
  if (user.length > 3) secrets.push(user, url.username);
  return {
    options: {
      host: url.hostname.replaceAll(/[[\]]/g, ''),
      ...(url.port === '' ? {} : { port: Number(url.port) }),
      secure: url.protocol === 'smtps:',
      requireTLS: switches.get('requireTLS') ?? !(ignoreTLS || isLoopback(url.hostname)),
      ignoreTLS,
      tls: { rejectUnauthorized: switches.get('tls.rejectUnauthorized') ?? true },
      ...(user === '' ? {} : { auth: { user, pass } }),
    },
    secrets: secrets.filter((secret) => secret !== ''),
  };
}

function isLoopback(hostname: string): boolean {
  return /^(localhost|127(\.\d+){3}|\[::1\])$/i.test(hostname);
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}

/** One connection for each mail and no hidden retries: nodemailer's pool would resend on its own. */
export function smtpTransport(
  { log, timeLimit = 20_000 }: { log: MailLog; timeLimit?: number },
  sender: Sender,
  server: SmtpServer,
): MailTransport {
  const inFlight = new Set<Attempt>();
  const settings = {
    ...server.options,
    dnsTimeout: timeLimit,
    connectionTimeout: timeLimit,
    greetingTimeout: timeLimit,
    socketTimeout: timeLimit,
    socketCloseTimeout: 1000,
  };
  let closed = false;
  return {
    deliver: async (mail) => {
      if (closed) return { outcome: 'postponed', error: 'The server is stopping', away: true };
      const attempt: Attempt = { handedOver: false, broken: new AbortController() };
      const timer = setTimeout(() => attempt.broken.abort(), timeLimit);
      inFlight.add(attempt);
      try {
        await speak(settings, composeMessage(mail, sender), attempt);
        log.info({ mail: mail.id }, 'mail accepted by the mail server');
        return { outcome: 'accepted' };
      } catch (error) {
        const delivery = judge(error, attempt, (text) => conceal(text, server));
        const cause = withoutSecrets(parts(error).text, server);
        log.warn({ mail: mail.id, ...delivery, cause }, 'mail not accepted');
        return delivery;
      } finally {
        clearTimeout(timer);
        inFlight.delete(attempt);
      }
    },
    close: () => {
      closed = true;
      for (const attempt of inFlight) if (!attempt.handedOver) attempt.broken.abort();
    },
  };
}

interface Attempt {
  handedOver: boolean;
  broken: AbortController;
}

async function speak(
  settings: SMTPTransportOptions,
  mail: SendMailOptions,
  attempt: Attempt,
): Promise<void> {
  const transporter = nodemailer.createTransport(settings);
  transporter.use('stream', (compiled, done) => {
    compiled.message.processFunc((input) =>
      Readable.from(watched(input, attempt), { objectMode: false }),
    );
    done();
  });
  await transporter.sendMail({ ...mail, signal: attempt.broken.signal });
}

/** Marks the attempt when the body is sent: a server accepts nothing before the final dot (RFC 5321 §4.1.1.4). */
async function* watched(input: AsyncIterable<Buffer>, attempt: Attempt): AsyncGenerator<Buffer> {
  yield* input;
  attempt.handedOver = true;
}

function judge(error: unknown, attempt: Attempt, conceal: (text: string) => string): Delivery {
  const { code, response, responseCode, text } = parts(error);
  const isReply = responseCode >= 400 && responseCode <= 599;
  if (attempt.handedOver && !isReply) return { outcome: 'unknown' };
  const aboutThisMail = code === 'EENVELOPE' || code === 'EMESSAGE';
  // 503 is about the order of commands, not about the mail.
  if (aboutThisMail && responseCode !== 503 && (responseCode >= 500 || !isReply)) {
    return { outcome: 'refused', error: conceal(`The mail server refused: ${response || text}`) };
  }
  const reported = isReply
    ? `The mail server answered: ${response}`
    : ['The mail server cannot be reached', reasonOf(error)].filter(Boolean).join(': ');
  const silent = code === 'EABORT' || code === 'ETIMEDOUT';
  const reason = silent ? 'The mail server did not respond in time' : reported;
  return {
    outcome: 'postponed',
    error: conceal(reason),
    away: !aboutThisMail || responseCode === 421,
  };
}

function parts(error: unknown): {
  code: string;
  response: string;
  responseCode: number;
  text: string;
} {
  const reported = (error instanceof Error ? error : {}) as Partial<
    Record<'code' | 'response' | 'responseCode', unknown>
  >;
  const code = typeof reported.code === 'string' ? reported.code : '';
  return {
    code,
    response: typeof reported.response === 'string' ? reported.response : '',
    responseCode: typeof reported.responseCode === 'number' ? reported.responseCode : 0,
    text: (error instanceof Error && error.message) || code,
  };
}

/** Names that only a private network knows, wherever a server's answer has them. */
const innerNames =
  /(?<![@\w.-])[\w-]+(?:\.[\w-]+)*\.(?:local|localdomain|internal|intranet|lan|corp|home|private)\b/gi;

const addresses = [
  /\b\d{1,3}(?:\.\d{1,3}){3}(?::\d{1,5})?\b/g,
  /\b(?:[\da-f]{0,4}:){2,7}[\da-f]{0,4}\b/gi,
  innerNames,
];

/** Without passwords, and without the addresses of servers, which are not business of a person who sends an invoice. */
function conceal(text: string, server: SmtpServer): string {
  const rest = addresses.reduce((shown, address) => shown.replaceAll(address, '***'), text);
  return withoutSecrets(rest, server).replaceAll(String(server.options.host), '***');
}

function withoutSecrets(text: string, { secrets }: SmtpServer): string {
  return oneLine(secrets.reduce((shown, secret) => shown.replaceAll(secret, '***'), text));
}
