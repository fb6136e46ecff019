import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, cpSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { temporaryFolder } from './database.js';
import { ROOT } from './paths.js';
import { freePort, isListening } from './ports.js';
import { waitFor } from './wait-for.js';

const PROGRAM_FOLDERS = ['/usr/sbin', '/usr/local/sbin', '/usr/bin', '/usr/local/bin', '/opt/homebrew/bin'];
const SEARCH_PATH = [process.env['PATH'], ...PROGRAM_FOLDERS].join(':');
/** The uid of `nobody`. As in the image, nginx should not run as root. */
const NOBODY = 65_534;

/** Path of the installed nginx, if any. */
export const nginxPath: string | undefined = commandPath('nginx');

export interface Certificate {
  readonly keyFile: string;
  readonly certificateFile: string;
}

export interface RunningNginx {
  /** URL for browsers. */
  readonly url: string;
  /** URL without TLS. If nginx has a certificate, this URL only redirects. */
  readonly plainUrl: string;
  readonly process: ChildProcess;
  /** The access and error log of nginx. */
  output(): string;
  stop(): Promise<void>;
}

export interface NginxOptions {
  /** Ports of the API processes. */
  readonly apiPorts: readonly number[];
  readonly certificate?: Certificate;
  /** Lines for site.d/trusted-proxies.conf. */
  readonly trustedProxies?: string;
  /** Options for each server in site.d/api-servers.conf; defaults to the ones in production. */
  readonly serverOptions?: string;
  /**
   * Whether requests are limited as in production. By default, requests are not limited, because all tests share one
   * address.
   */
  readonly hasRequestRates?: boolean;
}

/** Starts nginx with its production configuration, except for some files in `site.d/`. */
export async function startNginx(options: NginxOptions): Promise<RunningNginx> {
  const ports = { plain: await freePort(), tls: await freePort() };
  const folder = await prepareFolder(options, ports);
  const log = path.join(folder, 'nginx.log');
  const output = openSync(log, 'a');
  // nginx, which may run as `nobody`, reopens the file as /dev/stdout, so every user must be able to write to it.
  chmodSync(log, 0o666);
  const main = options.certificate ? 'tls.conf' : 'plain.conf';
  const args = ['-p', `${path.join(folder, 'run')}/`, '-c', path.join(folder, 'conf', main)];
  const [program = '', ...before] = withoutPrivileges(nginxPath ?? 'nginx');
  const child = spawn(program, [...before, ...args, '-g', 'daemon off;'], {
    stdio: ['ignore', output, output],
  });
  const read = (): string => readFileSync(log, 'utf8');
  const hasEnded = (): boolean => child.exitCode !== null || child.signalCode !== null;
  await waitFor(async () => hasEnded() || (await isListening(ports.plain)), { what: 'nginx' });
  if (hasEnded()) throw new Error(`nginx exited:\n${read()}`);
  const plainUrl = `http://localhost:${ports.plain}`;
  return {
    url: options.certificate ? `https://localhost:${ports.tls}` : plainUrl,
    plainUrl,
    process: child,
    output: read,
    stop: async () => {
      if (hasEnded()) return;
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await exited;
    },
  };
}

async function prepareFolder(options: NginxOptions, ports: { plain: number; tls: number }): Promise<string> {
  const folder = await temporaryFolder();
  chmodSync(folder, 0o755);
  cpSync(path.join(ROOT, 'infra/nginx'), path.join(folder, 'conf'), { recursive: true });
  const web = path.join(folder, 'web');
  cpSync(path.join(ROOT, 'web/dist'), web, { recursive: true });
  mkdirSync(path.join(folder, 'run'));
  if (process.getuid?.() === 0) chownSync(path.join(folder, 'run'), NOBODY, NOBODY);
  const siteFiles: Record<string, string> = {
    'plain-port.conf': `listen 127.0.0.1:${ports.plain};`,
    'tls-port.conf': tlsPort(options.certificate, ports.tls),
    'web-root.conf': `root ${web};`,
    'api-servers.conf': options.apiPorts
      .map((port) => `server 127.0.0.1:${port} ${options.serverOptions ?? 'max_fails=1 fail_timeout=2s'};`)
      .join('\n'),
    'trusted-proxies.conf': options.trustedProxies ?? '',
  };
  if (options.hasRequestRates !== true) siteFiles['request-rates.conf'] = '';
  for (const [name, text] of Object.entries(siteFiles)) {
    writeFileSync(path.join(folder, 'conf/site.d', name), `${text}\n`);
  }
  return folder;
}

/**
 * Returns the configuration of the TLS port, or an empty string without a certificate. `http2` is in the `listen` line
 * because Debian's nginx, which is older than the image's, expects it there.
 */
function tlsPort(certificate: Certificate | undefined, port: number): string {
  if (certificate === undefined) return '';
  const { keyFile, certificateFile } = certificate;
  return `listen 127.0.0.1:${port} ssl http2;
    ssl_certificate ${certificateFile};
    ssl_certificate_key ${keyFile};`;
}

/** Creates a self-signed certificate for localhost. */
export async function createSelfSignedCertificate(): Promise<Certificate> {
  const folder = await temporaryFolder();
  const certificate = {
    keyFile: path.join(folder, 'key.pem'),
    certificateFile: path.join(folder, 'certificate.pem'),
  };
  const { status, stderr } = spawnSync(
    'openssl',
    [
      ...[
        'req',
        '-x509',
        '-newkey',
        'ec',
        '-pkeyopt',
        'ec_paramgen_curve:prime256v1',
        '-nodes',
        '-days',
        '2',
      ],
      ...['-keyout', certificate.keyFile, '-out', certificate.certificateFile],
      ...['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'],
    ],
    { encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`openssl failed to create a certificate: ${stderr}`);
  chmodSync(folder, 0o755);
  chmodSync(certificate.keyFile, 0o644);
  return certificate;
}

/**
 * Returns a command that runs a program without root privileges and ends it together with the tests. If setpriv is
 * missing, returns only the program.
 */
function withoutPrivileges(program: string): string[] {
  const setpriv = commandPath('setpriv');
  if (setpriv === undefined) return [program];
  const isRoot = process.getuid?.() === 0;
  const account = isRoot ? [`--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups'] : [];
  return [setpriv, '--pdeathsig=TERM', ...account, program];
}

function commandPath(name: string): string | undefined {
  const { status, stdout } = spawnSync('/bin/sh', ['-c', 'command -v "$1"', 'sh', name], {
    env: { PATH: SEARCH_PATH },
    encoding: 'utf8',
  });
  return status === 0 ? stdout.trim() : undefined;
}
