import path from 'node:path';
import { BackupError } from '~/kit/server/backup/backup-error';
import { restoreBackup } from '~/kit/server/backup/restore-backup';
import { writeBackup } from '~/kit/server/backup/write-backup';
import { type CheckResult, runChecks } from '~/kit/server/checks/checks';
import { systemClock } from '~/kit/server/clock';
import { openClient, openDatabase } from '~/kit/server/database/db';
import { StartError } from '~/kit/server/errors';
import { freeUser } from '~/modules/organization/users/sessions/server/sessions.service';
import { type Config, readConfig } from './start/config';
import { requireFolder } from './start/folders';
import { joinConnection, openConnection, type OpenedConnection } from './database';
import { migrations, program } from './upgrade/edition';
import { checks, extendModules, settleRestored } from './modules';

type DatabaseLocation = Pick<
  Config,
  'dataDir' | 'databaseUrl' | 'databaseDirectUrl' | 'backupPassphrase'
>;

function printLine(line: string): void {
  process.stdout.write(`${line}\n`);
}

const quiet = (): void => undefined;

type Command = (location: DatabaseLocation, args: readonly string[]) => Promise<number>;

const backup: Command = async (location, args) => {
  const file = fileOf('backup', args);
  const { dataDir, backupPassphrase: passphrase } = location;
  const opened = await joinConnection(location, quiet);
  try {
    const connect = () => openClient(opened.connection);
    const source = { connect, dataDir, program };
    const written = await writeBackup(source, { file, passphrase, now: systemClock.now() });
    printLine(
      `Backed up ${written.rows} rows of ${written.tables} tables and ${written.files} files to ${file} ` +
        `(${written.size} bytes, ${passphrase ? 'encrypted' : 'not encrypted: BACKUP_PASSPHRASE is not set'}).`,
    );
  } finally {
    await opened.stop();
  }
  return 0;
};

const restore: Command = async (location, args) => {
  const file = fileOf('restore', args);
  let opened: OpenedConnection | undefined;
  const connect = async () => {
    opened = await openConnection(location, quiet);
    return openClient(opened.connection);
  };
  try {
    const restored = await restoreBackup(
      { file, passphrase: location.backupPassphrase },
      { connect, dataDir: location.dataDir, steps: migrations, settle: settleRestored },
    );
    printLine(
      `Restored ${restored.rows} rows of ${restored.tables} tables and ${restored.files} files from ` +
        `${restored.header.created_at}. Everyone has to sign in again. Emails that were queued at that time will not be sent.`,
    );
  } finally {
    await opened?.stop();
  }
  return 0;
};

const verify: Command = async (location) => {
  const opened = await joinConnection(location, quiet);
  try {
    extendModules();
    const results = await runChecks(() => openClient(opened.connection), checks);
    for (const line of describeResults(results)) printLine(line);
    return results.some(({ faults }) => faults > 0) ? 1 : 0;
  } finally {
    await opened.stop();
  }
};

const unlock: Command = async (location, [name, ...rest]) => {
  if (name === undefined || name === '' || rest.length > 0)
    throw new StartError('Name one person: npm run unlock -- USERNAME');
  const opened = await joinConnection(location, quiet);
  const database = openDatabase({ ...opened.connection, max: 1 }, quiet);
  try {
    const freed = await freeUser(database, name, systemClock.now());
    if (freed === null) throw new StartError(`No user has the name "${name}".`);
    printLine(`${freed} can sign in again.`);
  } finally {
    await database.close();
    await opened.stop();
  }
  return 0;
};

/** One line for each check, and below those that found something the first of it. */
function describeResults(results: readonly CheckResult[]): string[] {
  const wrong = results.filter(({ faults }) => faults > 0).length;
  return [
    ...results.flatMap(({ name, faults, first }) => [
      `${faults === 0 ? 'ok    ' : 'FAILED'} ${name}${faults === 0 ? '' : `: ${faults} times`}`,
      ...first.map((what) => `         ${what}`),
      ...(faults > first.length ? ['         …'] : []),
    ]),
    '',
    wrong === 0
      ? `All ${results.length} checks passed.`
      : `${wrong} of ${results.length} checks failed.`,
  ];
}

const commands: Readonly<Record<string, Command>> = { backup, restore, verify, unlock };

/** Relative to the folder in which the person typed the command, because npm changes the folder. */
function fileOf(command: string, [file, ...rest]: readonly string[]): string {
  if (file === undefined || file === '' || rest.length > 0) {
    throw new StartError(`Name one file: npm run ${command} -- FILE`);
  }
  return path.resolve(process.env['INIT_CWD'] ?? '.', file);
}

async function run([name = '', ...args]: readonly string[]): Promise<number> {
  const command = commands[name];
  if (!command) throw new StartError(`Unknown command "${name}".`);
  const config = readConfig(process.env, []);
  requireFolder('DATA_DIR', config.dataDir);
  return command(config, args);
}

/** One sentence for what a person can fix; the stack only for what is unexpected. */
function explain(error: unknown): string {
  if (error instanceof StartError || error instanceof BackupError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${explain(error)}\n`);
  process.exitCode = 1;
}
