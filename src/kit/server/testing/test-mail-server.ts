import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import { type ParsedMail, simpleParser } from 'mailparser';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import type { MailTransport } from '~/kit/server/mail/mail-message';
import { createTransport } from '~/kit/server/mail/mail-transport';

export interface MailServer {
  url: string;
  received: ParsedMail[];
  close: () => Promise<void>;
}

/**
 * A real mail server on the loopback; `replyCodes` are what it says to each recipient in turn, then it
 * accepts.
 */
export async function startMailServer(
  options: SMTPServerOptions = {},
  replyCodes: number[] = [],
): Promise<MailServer> {
  const received: ParsedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    hideSTARTTLS: true,
    // Where no name server responds, each mail would wait for one.
    disableReverseLookup: true,
    onRcptTo: (_address, _session, done) => {
      const responseCode = replyCodes.shift();
      done(
        responseCode ? Object.assign(new Error('Not now or never'), { responseCode }) : undefined,
      );
    },
    onData: (stream, _session, done) => {
      simpleParser(stream).then((mail) => {
        received.push(mail);
        done();
      }, done);
    },
    ...options,
  });
  server.on('error', () => undefined);
  const port = await listen(server);
  const close = () => new Promise<void>((done) => server.close(done));
  return { url: `smtp://127.0.0.1:${port}`, received, close };
}

export async function startFakeServer(
  speak: (socket: net.Socket) => void,
): Promise<Omit<MailServer, 'received'>> {
  const sockets = new Set<net.Socket>();
  const server = net.createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    speak(socket);
  });
  const port = await listen(server);
  const close = () => {
    for (const socket of sockets) socket.destroy();
    return new Promise<void>((done) => server.close(() => done()));
  };
  return { url: `smtp://127.0.0.1:${port}`, close };
}

export function hangUpInside(socket: net.Socket): void {
  let inData = false;
  socket.write('220 ready\r\n');
  socket.on('data', (chunk) => {
    if (inData) return socket.destroy();
    inData = /^DATA/im.test(chunk.toString());
    return socket.write(inData ? '354 go on\r\n' : '250 ok\r\n');
  });
}

export function hangUpAfter(socket: net.Socket): void {
  let mail: string | null = null;
  socket.write('220 ready\r\n');
  socket.on('data', (chunk) => {
    if (mail !== null) {
      mail = (mail + chunk.toString()).slice(-8);
      if (mail.endsWith('\r\n.\r\n')) socket.destroy();
      return;
    }
    mail = /^DATA/im.test(chunk.toString()) ? '' : null;
    socket.write(mail === null ? '250 ok\r\n' : '354 go on\r\n');
  });
}

async function listen(server: net.Server | SMTPServer): Promise<number> {
  const listener = server.listen(0, '127.0.0.1');
  const socket = server instanceof SMTPServer ? server.server : server;
  if (!socket.listening) await once(listener ?? server, 'listening');
  return (socket.address() as AddressInfo).port;
}

export function transportTo(
  smtpUrl: string,
  lines: unknown[] = [],
  timeLimit = 5000,
): MailTransport {
  const keep = (detail: unknown, line: string) => lines.push([detail, line]);
  const log = { info: keep, warn: keep };
  return createTransport({
    smtpUrl,
    dataDir: '/nowhere',
    from: 'Sales <sales@example.com>',
    log,
    timeLimit,
  });
}
