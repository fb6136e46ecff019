import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { readConfig } from '../../src/platform/config/config.js';
import { SETTINGS } from '../../src/platform/config/settings.js';
import {
  schemaErrors,
  referencedSecrets,
  readCompose,
  readRepositoryFile,
  type Service,
} from './production-compose.fixtures.js';
import { freePort, HAS_REDIS, isListening, waitFor } from '../support/index.js';
import { ROOT } from '../support/paths.js';

const FILES = ['docker-compose.yml', 'docker-compose.tls.yml', 'docker-compose.backup.yml'];
const compose = readCompose('docker-compose.yml');
const tls = readCompose('docker-compose.tls.yml');
const services = Object.entries(compose.services);
/** One-time steps, which are not restarted. */
const isStep = (service: Service): boolean => service.restart === 'no';
const DOCKERFILES = readdirSync(path.join(ROOT, 'infra/docker')).filter((name) =>
  name.endsWith('.Dockerfile'),
);

describe('Compose files', () => {
  it.each(FILES)('%s conforms to the Compose Specification', (name) => {
    expect(schemaErrors(readCompose(name))).toEqual([]);
  });

  it('are rejected by the schema if they contain errors', () => {
    const { api } = compose.services;
    const invalid = { services: { api: { ...api, helthcheck: {}, deploy: { replicas: [] } } } };
    expect(schemaErrors(invalid).join()).toMatch(/must NOT have additional properties.*replicas must be/);
  });

  it('run two APIs and two workers', () => {
    expect([compose.services['api']?.deploy?.replicas, compose.services['worker']?.deploy?.replicas]).toEqual(
      [2, 2],
    );
  });

  it('use only the documented environment variables', () => {
    const variables = FILES.flatMap((name) =>
      [...readRepositoryFile(name).matchAll(/(?<!\$)\$\{?(\w+)/g)].map(([, variable]) => variable),
    );
    expect([...new Set(variables)].sort()).toEqual([
      ...['BANK_TIME_ZONE', 'GRAFANA_PORT', 'INBOX_PORT', 'PUBLIC_URL'],
      ...['SECRETS_DIR', 'TLS_PORT', 'WAL_ARCHIVE', 'WEB_PORT'],
    ]);
  });
});

it('WAL archiving keeps all other PostgreSQL settings', () => {
  const archived = readCompose('docker-compose.backup.yml').services['postgres']?.command;
  const settings = (command: unknown): string[] =>
    [command].flat().flatMap((part) => (String(part).match(/\w+=.*/) ?? []).map(String));
  expect(settings(archived)).toEqual(expect.arrayContaining(settings(compose.services['postgres']?.command)));
  expect(settings(archived)).toContain('archive_command=sh /backup/archive-wal.sh /wal %p %f');
});

describe.each(services)('%s', (name, service) => {
  it('pins its image version', () => {
    expect(service.image).toMatch(/^[\w./-]+:v?\d+\.\d+(\.\d+)?(-[\w.]+)?$/);
  });

  it('runs as an unprivileged user with a read-only file system', () => {
    expect(service.user).toMatch(/^([1-9]\d*:\d+|redis)$/);
    expect(service.cap_drop).toEqual(['ALL']);
    expect(service.cap_add).toBeUndefined();
    expect(service.privileged).toBeUndefined();
    expect(service.security_opt).toEqual(['no-new-privileges:true']);
    expect(service.read_only).toBe(true);
  });

  it('has limits for CPU, memory, processes and logs', () => {
    expect(service.deploy?.resources?.limits).toEqual({
      cpus: expect.stringMatching(/^\d+(\.\d+)?$/),
      memory: expect.stringMatching(/^\d+[MG]$/),
      pids: expect.any(Number),
    });
    expect(service.logging?.options).toMatchObject({ 'max-size': '10m', 'max-file': '5' });
  });

  it('has a health check, unless it is a one-time step', () => {
    expect(service.healthcheck === undefined).toBe(isStep(service));
  });

  it('mounts exactly the secrets that it reads, and has none in its environment', () => {
    expect([...(service.secrets ?? [])].sort()).toEqual(referencedSecrets(service));
    const leaks = Object.entries(service.environment ?? {}).filter(
      ([key, value]) =>
        (/PASSWORD|SECRET|TOKEN|_KEY$|_KEYS$|_URL$/.test(key) && !/^PUBLIC_URL$|_FILE$/.test(key)) ||
        /:\/\/[^/]*@/.test(value),
    );
    expect(leaks).toEqual([]);
  });

  it('publishes no port, unless it is the web server or serves this machine only', () => {
    const ports = service.ports ?? [];
    if (name === 'web') expect(ports).toEqual(['${WEB_PORT:-8080}:8080']);
    else if (service.profiles === undefined) expect(ports).toEqual([]);
    else expect(ports.filter((port) => !port.startsWith('127.0.0.1:'))).toEqual([]);
  });

  it('mounts only files that exist', () => {
    const own = (service.volumes ?? [])
      .map((volume) => volume.split(':')[0] ?? '')
      .filter((from) => from.startsWith('.'));
    expect(own.filter((from) => !existsSync(path.join(ROOT, from)))).toEqual([]);
  });
});

describe('networks', () => {
  it('isolate databases and storage', () => {
    expect(compose.networks?.['back']).toEqual({ internal: true });
    for (const name of ['postgres', 'redis', 'storage']) {
      expect(compose.services[name]?.networks).toEqual(['back']);
    }
    expect(compose.services['web']?.networks).toEqual(['front']);
  });
});

describe('TLS', () => {
  it('changes only the certificate, the configuration file and the port', () => {
    expect(tls.services).toEqual({
      web: {
        command: ['/etc/nginx/moniker/tls.conf'],
        ports: ['${TLS_PORT:-443}:8443'],
        secrets: ['tls_certificate', 'tls_key'],
      },
    });
    expect(readRepositoryFile('infra/nginx/site.d/tls-port.conf')).toContain('/run/secrets/tls_certificate');
    expect(readRepositoryFile('infra/nginx/site.d/tls-port.conf')).toContain('/run/secrets/tls_key');
  });
});

describe('Dockerfiles', () => {
  it.each(DOCKERFILES)('%s pins base images and runs as an unprivileged user', (name) => {
    const text = readRepositoryFile(`infra/docker/${name}`);
    const images = [...text.matchAll(/^FROM (\S+)/gm)].map(([, image]) => image);
    expect(images.length).toBeGreaterThan(1);
    for (const image of images) expect(image).toMatch(/:\d+\.\d+\.\d+-[\w.-]+$/);
    expect([...text.matchAll(/^USER (\S+)/gm)].at(-1)?.[1]).toMatch(/^(node|101)$/);
  });
});

describe('make-secrets.sh', () => {
  let folder: string;
  const makeSecrets = (...args: string[]) =>
    spawnSync('sh', [path.join(ROOT, 'infra/docker/make-secrets.sh'), ...args, folder], { encoding: 'utf8' });
  const contents = () =>
    Object.fromEntries(
      readdirSync(folder).map((name) => [name, readFileSync(path.join(folder, name), 'utf8')]),
    );

  beforeAll(() => {
    folder = path.join(mkdtempSync(path.join(tmpdir(), 'moniker-secrets-')), 'secrets');
  });

  afterAll(() => rmSync(path.dirname(folder), { recursive: true, force: true }));

  it('generates all secrets that Compose mounts, in a folder that only its owner can enter', () => {
    expect(makeSecrets('--trial').status).toBe(0);
    expect(readdirSync(folder).sort()).toEqual(Object.keys(compose.secrets ?? {}).sort());
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    const random = Object.entries(contents()).filter(([name]) => /password$|_key$/.test(name));
    expect(new Set(random.map(([, value]) => value)).size).toBe(random.length);
    for (const [, value] of random) expect(value.trim()).toMatch(/^([\da-f]{64}|[\w-]{43})$/);
    expect(JSON.parse(contents()['s3_identities'] ?? '')).toMatchObject({
      identities: [{ credentials: [{ secretKey: contents()['s3_secret_access_key']?.trim() }] }],
    });
  });

  it('keeps existing secrets', () => {
    const before = contents();
    expect(makeSecrets().status).toBe(0);
    expect(contents()).toEqual(before);
  });

  it.each(['api', 'worker'])('generates valid settings for %s', (name) => {
    const environment = compose.services[name]?.environment ?? {};
    const here = Object.fromEntries(
      Object.entries(environment).map(([key, value]) => [key, value.replace('/run/secrets', folder)]),
    );
    const config = readConfig({
      ...here,
      PUBLIC_URL: 'https://bank.example',
      BANK_TIME_ZONE: 'America/New_York',
    });
    expect(config).toMatchObject({ profile: 'production', smtpUrl: 'smtp://mail:1025' });
    expect(config.databaseUrl).toMatch(/^postgres:\/\/moniker_app:[\da-f]{64}@postgres:5432\/moniker$/);
    expect(config.redisUrl).toMatch(/^redis:\/\/:[\da-f]{64}@redis:6379\/0$/);
  });

  it.each(['api', 'worker', 'migrate', 'ledger'])('serves a %s that gets only known settings', (name) => {
    const known = new Set(Object.keys(SETTINGS));
    const names = Object.keys(compose.services[name]?.environment ?? {});
    expect(names.filter((key) => !known.has(key.replace(/_FILE$/, '')))).toEqual([]);
  });

  it('generates secrets that with-secrets.sh passes as environment variables', () => {
    const script = path.join(ROOT, 'infra/docker/with-secrets.sh');
    const env = { PATH: process.env['PATH'], PGPASSWORD_FILE: path.join(folder, 'postgres_password') };
    const { stdout } = spawnSync('sh', [script, 'sh', '-c', 'printf %s "$PGPASSWORD"'], {
      env,
      encoding: 'utf8',
    });
    expect(stdout).toBe(contents()['postgres_password']?.trim());
  });

  const itWithRedis = HAS_REDIS ? it : it.skip;

  itWithRedis('generates the password of a Redis that evicts nothing and persists its data', async () => {
    const port = await freePort();
    const password = contents()['redis_password']?.trim() ?? '';
    const script = path.join(ROOT, 'infra/redis/start.sh');
    const settings = ['--bind', '127.0.0.1', '--port', String(port), '--dir', folder];
    const server = spawn('sh', [script, path.join(folder, 'redis_password'), ...settings], {
      stdio: 'ignore',
    });
    try {
      await waitFor(() => isListening(port), { what: 'Redis' });
      expect(readFileSync(`/proc/${server.pid}/cmdline`, 'utf8')).not.toContain(password);
      const redis = new Redis(port, '127.0.0.1', { enableReadyCheck: false, retryStrategy: () => null });
      redis.on('error', () => undefined);
      await expect(redis.ping()).rejects.toThrow('NOAUTH');
      await redis.auth(password);
      expect(await redis.config('GET', 'maxmemory-policy')).toEqual(['maxmemory-policy', 'noeviction']);
      expect(await redis.config('GET', 'appendonly')).toEqual(['appendonly', 'yes']);
      redis.disconnect();
    } finally {
      const ended = once(server, 'exit');
      server.kill();
      await ended;
    }
  });
});
