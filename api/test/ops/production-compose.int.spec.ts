import { spawn, spawnSync } from 'node:child_process';
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import {
  CONVERSION_LIMITS,
  CONVERSIONS_AT_ONCE,
} from '../../src/kyc/documents/conversion/conversion-limits.js';
import { readConfig } from '../../src/platform/config/config.js';
import { parseKurrentUrl, readKurrentAccess } from '../../src/platform/config/kurrent-access.js';
import { SETTINGS } from '../../src/platform/config/settings.js';
import {
  schemaErrors,
  referencedSecrets,
  readCompose,
  readRepositoryFile,
  type Service,
} from './production-compose.fixtures.js';
import { freePort, HAS_REDIS, isListening, waitFor } from '../harness/index.js';
import { ROOT } from '../harness/paths.js';

const FILES = [
  ...['docker-compose.yml', 'docker-compose.tls.yml'],
  ...['docker-compose.backup.yml', 'docker-compose.kurrentdb.yml'],
  ...['docker-compose.ha.yml', 'docker-compose.machine.yml'],
];
const compose = readCompose('docker-compose.yml');
const tls = readCompose('docker-compose.tls.yml');
const backup = readCompose('docker-compose.backup.yml');
const kurrentdb = readCompose('docker-compose.kurrentdb.yml');
const ha = readCompose('docker-compose.ha.yml');
const machine = readCompose('docker-compose.machine.yml');
const NODES = ['kurrentdb1', 'kurrentdb2', 'kurrentdb3'];
/** The services that docker-compose.kurrentdb.yml adds. Its other entries change existing services. */
const added = Object.entries(kurrentdb.services).filter(([name]) => !(name in compose.services));
const services = [...Object.entries(compose.services), ...added, ...Object.entries(machine.services)];
/** Whether a service is a one-time step, which is not restarted. */
const isStep = (service: Service): boolean => service.restart === 'no';
const DOCKERFILES = readdirSync(path.join(ROOT, 'infra/docker')).filter((name) =>
  name.endsWith('.Dockerfile'),
);

describe('Compose files', () => {
  it.each(FILES)('conform to the Compose Specification: %s', (name) => {
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

  it('use only the expected environment variables', () => {
    const variables = FILES.flatMap((name) =>
      [...readRepositoryFile(name).matchAll(/(?<!\$)\$\{?(\w+)/g)].map(([, variable]) => variable),
    );
    expect([...new Set(variables)].sort()).toEqual([
      ...['ADDRESS', 'BACKUP_REPOSITORY', 'BANK_TIME_ZONE', 'GRAFANA_PORT', 'INBOX_PORT', 'MEMBERS', 'NAME'],
      ...[
        'NODE_1',
        'NODE_2',
        'NODE_3',
        'OTEL_EXPORTER_OTLP_ENDPOINT',
        'OTEL_TRACES_SAMPLER_ARG',
        'PUBLIC_URL',
      ],
      ...['SECRETS_DIR', 'SMTP_TLS', 'TLS_PORT', 'WEB_PORT'],
    ]);
  });

  it.each(['api', 'worker', 'documents', 'migrate', 'ledger', 'checkpoint', 'prepare-kurrentdb'])(
    'give %s only known settings',
    (name) => {
      const known = new Set(Object.keys(SETTINGS));
      const names = [compose, kurrentdb].flatMap((file) =>
        Object.keys(file.services[name]?.environment ?? {}),
      );
      expect(names.length).toBeGreaterThan(0);
      expect(names.filter((key) => !known.has(key.replace(/_FILE$/, '')))).toEqual([]);
    },
  );
});

describe('three machines', () => {
  const proxy = ha.services['postgres'];
  const variablesOf = (file: string): string[] => [
    ...new Set(
      [...readRepositoryFile(file).matchAll(/\$\{?([A-Z][A-Z0-9_]+)/g)].map(([, name]) => name ?? ''),
    ),
  ];

  it('are reached through a proxy that gets exactly the variables in its configuration, and no secrets', () => {
    const { NODE_1, NODE_2, NODE_3, ...listeners } = proxy?.environment ?? {};
    expect(variablesOf('infra/ha/haproxy.cfg').sort()).toEqual(
      Object.keys({ ...listeners, NODE_1, NODE_2, NODE_3 }).sort(),
    );
    expect(proxy?.secrets).toEqual([]);
    expect(proxy?.image).toMatch(/^haproxy:\d+\.\d+\.\d+-alpine$/);
  });

  it('run start-node.sh on the PostgreSQL image of docker-compose.yml', () => {
    const node = machine.services['machine'];
    expect(node?.build?.dockerfile_inline).toContain(`FROM ${compose.services['postgres']?.image}\n`);
    expect(node?.entrypoint).toEqual(['sh', '/infra/ha/start-node.sh']);
    expect(Object.keys(node?.environment ?? {})).toEqual(
      expect.arrayContaining(['NAME', 'ADDRESS', 'MEMBERS', 'FOLDER', 'PASSWORDS_FILE', 'POSTGRES_BIN']),
    );
  });
});

describe('the backup configuration', () => {
  const archived = backup.services['postgres'];

  it('keeps every PostgreSQL setting of docker-compose.yml', () => {
    const settings = (command: unknown): string[] =>
      [command].flat().flatMap((part) => (String(part).match(/\w+=.*/) ?? []).map(String));
    const command = settings(archived?.command);
    expect(command).toEqual(expect.arrayContaining(settings(compose.services['postgres']?.command)));
    expect(command).toContain('archive_command=sh /with-secrets.sh pgbackrest archive-push %p');
  });

  it('adds pgBackRest, with its settings and passphrase, to the PostgreSQL image of docker-compose.yml', () => {
    const dockerfile = archived?.build?.dockerfile_inline;
    expect(dockerfile).toContain(`FROM ${compose.services['postgres']?.image}\n`);
    expect(Object.keys(archived?.environment ?? {}).map((name) => name.replace(/_FILE$/, ''))).toEqual(
      expect.arrayContaining([
        'PGBACKREST_REPO1_PATH',
        'PGBACKREST_REPO1_CIPHER_PASS',
        'PGBACKREST_PG1_PATH',
      ]),
    );
    expect(archived?.secrets).toEqual(['backup_passphrase']);
  });
});

describe.each(services)('%s', (name, service) => {
  it('pins its image version', () => {
    expect(service.image).toMatch(/^[\w./-]+:v?\d+\.\d+(\.\d+)?(-[\w.-]+)?$/);
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

  it('publishes no port, unless it is the web server or serves only this machine', () => {
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

describe('the command-line services', () => {
  const { ledger, checkpoint } = compose.services;

  it("give auditors none of the bank's keys and nothing that they could change [AUD-11]", () => {
    expect(ledger?.secrets).toEqual(['database_auditor_url']);
    expect(ledger?.volumes).toEqual(['data:/data:ro']);
  });

  it('sign checkpoints in the operators’ container, which has only the checkpoint key [AUD-11]', () => {
    expect(checkpoint?.entrypoint).toEqual([...(ledger?.entrypoint ?? []), 'checkpoint']);
    expect(checkpoint?.secrets).toEqual(['database_auditor_url', 'checkpoint_key']);
    expect([ledger?.profiles, checkpoint?.profiles]).toEqual([['audit'], ['operate']]);
  });
});

describe('the document worker', () => {
  const { documents, api } = compose.services;

  it('has no network, no secret and no data, only the socket that it shares with the API [FILE-14]', () => {
    expect(documents?.network_mode).toBe('none');
    expect([documents?.networks, documents?.secrets, documents?.ports]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(documents?.volumes).toEqual(['documents:/run/documents']);
    expect(api?.volumes).toContain('documents:/run/documents');
    const socket = { DOCUMENT_WORKER_SOCKET: '/run/documents/socket' };
    expect(documents?.environment).toEqual(socket);
    expect(api?.environment).toMatchObject(socket);
    expect(documents?.healthcheck?.test).toEqual(['CMD', 'node', 'healthcheck.mjs', '/run/documents/socket']);
  });

  it('has enough memory for two conversions and itself [FILE-14]', () => {
    const { memory = '' } = documents?.deploy?.resources?.limits ?? {};
    const needed = CONVERSIONS_AT_ONCE * CONVERSION_LIMITS.memoryMb + 128;
    expect(parseInt(memory, 10)).toBeGreaterThanOrEqual(needed);
  });
});

describe('networks', () => {
  it('isolate databases and storage', () => {
    expect(compose.networks?.['back']).toEqual({ internal: true });
    for (const name of ['postgres', 'redis', 'storage', ...NODES, 'prepare-kurrentdb']) {
      expect((compose.services[name] ?? kurrentdb.services[name])?.networks).toEqual(['back']);
    }
    expect(Object.keys(compose.services['web']?.networks ?? {})).toEqual(['front']);
  });

  it('give the web server a fixed address, the only one that the API trusts as a proxy [SEC-60]', () => {
    const address = '172.30.80.10';
    expect(compose.services['web']?.networks).toEqual({ front: { ipv4_address: address } });
    expect(compose.services['api']?.environment?.['TRUSTED_PROXIES']).toBe(address);
    // The other containers get their addresses from the upper half of the subnet.
    const config = [{ subnet: '172.30.80.0/24', ip_range: '172.30.80.128/25' }];
    expect(compose.networks?.['front']).toEqual({ ipam: { config } });
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

describe('KurrentDB', () => {
  const TLS = { configs: [{ source: 'kurrentdb_ca', target: '/etc/kurrentdb/ca.crt' }] };
  const isReady = Object.fromEntries(NODES.map((name) => [name, { condition: 'service_healthy' }]));
  const usedBy = (secret: string) => ({
    ...TLS,
    environment: { LEDGER_LOG: 'kurrentdb', KURRENTDB_URL_FILE: `/run/secrets/${secret}` },
    secrets: [secret],
    depends_on: isReady,
  });

  it('changes only where the log is stored, and gives auditors a separate user', () => {
    const changed = Object.entries(kurrentdb.services).filter(([name]) => name in compose.services);
    expect(Object.fromEntries(changed)).toEqual({
      api: usedBy('kurrentdb_url'),
      worker: usedBy('kurrentdb_url'),
      ledger: usedBy('kurrentdb_auditor_url'),
      checkpoint: usedBy('kurrentdb_auditor_url'),
    });
    expect(added.map(([name]) => name)).toEqual([...NODES, 'prepare-kurrentdb']);
  });

  it.each(NODES)('runs %s as one of three nodes with TLS and without projections', (name) => {
    const node = kurrentdb.services[name];
    expect(node).toMatchObject(TLS);
    expect(node?.environment).toMatchObject({
      EVENTSTORE_CLUSTER_SIZE: '3',
      EVENTSTORE_GOSSIP_SEED: NODES.filter((other) => other !== name)
        .map((other) => `${other}:2113`)
        .join(),
      EVENTSTORE_NODE_HOST_ADVERTISE_AS: name,
      EVENTSTORE_REPLICATION_HOST_ADVERTISE_AS: name,
      EVENTSTORE_CERTIFICATE_FILE: `/run/secrets/${name}_certificate`,
      EVENTSTORE_CERTIFICATE_PRIVATE_KEY_FILE: `/run/secrets/${name}_key`,
      EVENTSTORE_RUN_PROJECTIONS: 'None',
    });
    expect(
      Object.keys(node?.environment ?? {}).filter((key) => /INSECURE|ANONYMOUS|DISABLE_\w*TLS/.test(key)),
    ).toEqual([]);
    expect(node?.volumes).toContain(`${name}:/var/lib/eventstore`);
  });
});

describe('Dockerfiles', () => {
  it.each(DOCKERFILES)('pin base images and run as an unprivileged user: %s', (name) => {
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

  it('collects the three passwords that the database machines need', () => {
    expect(makeSecrets('--machines').status).toBe(0);
    const [superuser, replication, passphrase] = (contents()['machine_passwords'] ?? '').trim().split('\n');
    expect(superuser).toBe(contents()['postgres_password']?.trim());
    expect(replication).toMatch(/^[\da-f]{64}$/);
    expect(passphrase).toBe(contents()['backup_passphrase']?.trim());
  });

  it('generates a passphrase for backups', () => {
    expect(makeSecrets('--backup').status).toBe(0);
    expect(contents()['backup_passphrase']?.trim()).toMatch(/^[\w-]{43}$/);
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
      SMTP_TLS: 'off',
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318',
      OTEL_TRACES_SAMPLER_ARG: '',
    });
    const traces = { endpoint: 'http://collector:4318', ratio: 1 };
    expect(config).toMatchObject({ profile: 'production', traces, smtpUrl: 'smtp://mail:1025' });
    expect(config.databaseUrl).toMatch(/^postgres:\/\/moniker_app:[\da-f]{64}@postgres:5432\/moniker$/);
    expect(config.redisUrl).toMatch(/^redis:\/\/:[\da-f]{64}@redis:6379\/0$/);
  });

  it('generates secrets that with-secrets.sh passes as environment variables', () => {
    const script = path.join(ROOT, 'infra/docker/with-secrets.sh');
    const env = {
      PATH: process.env['PATH'],
      SECRETS_FOLDER: folder,
      PGPASSWORD_FILE: path.join(folder, 'postgres_password'),
      // Must stay a path: the file is not a secret, and is too large for a variable.
      SSL_CERT_FILE: '/etc/ssl/certs/ca-certificates.crt',
    };
    const print = 'printf %s "$PGPASSWORD${PGPASSWORD_FILE-} $SSL_CERT_FILE"';
    const { stdout } = spawnSync('sh', [script, 'sh', '-c', print], { env, encoding: 'utf8' });
    // The `…_FILE` variable must be gone, because pgBackRest warns about such variables at each start.
    expect(stdout).toBe(`${contents()['postgres_password']?.trim()} ${env.SSL_CERT_FILE}`);
  });

  const itWithOpenssl = spawnSync('openssl', ['version']).status === 0 ? it : it.skip;

  itWithOpenssl('generates the secrets and certificates for KurrentDB, and keeps them when run again', () => {
    const before = contents();
    expect(makeSecrets('--kurrentdb').status).toBe(0);
    const after = contents();
    expect(after).toMatchObject(before);
    // No container mounts the CA's key.
    const created = Object.keys(after).filter((name) => !(name in before) && name !== 'kurrentdb_ca_key');
    const mounted = [...Object.keys(kurrentdb.secrets ?? {}), ...Object.keys(kurrentdb.configs ?? {})];
    expect(created).toEqual(mounted.sort());
    expect(statSync(path.join(folder, 'kurrentdb_ca_key')).mode & 0o777).toBe(0o400);
    expect(makeSecrets('--trial', '--kurrentdb').status).toBe(0);
    expect(contents()).toEqual(after);
  });

  itWithOpenssl.each(NODES)('generates a certificate that %s can use as server and client', (name) => {
    const certificateOf = (file: string) => new X509Certificate(contents()[file] ?? '');
    const [ca, node] = [certificateOf('kurrentdb_ca'), certificateOf(`${name}_certificate`)];
    expect(node.verify(ca.publicKey) && node.checkIssued(ca) && ca.ca && !node.ca).toBe(true);
    // Nodes recognize each other by their common name.
    expect(node.subject).toBe('CN=eventstoredb-node');
    expect(node.subjectAltName).toBe(`DNS:${name}, DNS:localhost, IP Address:127.0.0.1`);
    // Extended key usage: server and client.
    expect(node.keyUsage).toEqual(['1.3.6.1.5.5.7.3.1', '1.3.6.1.5.5.7.3.2']);
    expect(node.checkPrivateKey(createPrivateKey(contents()[`${name}_key`] ?? ''))).toBe(true);
  });

  itWithOpenssl('generates valid settings for prepare-kurrentdb', () => {
    const { environment = {} } = kurrentdb.services['prepare-kurrentdb'] ?? {};
    const here = Object.entries(environment).map(([key, value]) => [
      key,
      value.replace('/run/secrets', folder),
    ]);
    const access = readKurrentAccess(Object.fromEntries(here) as Record<string, string>);
    const logins = [access.application, access.auditor, access.admin, access.ops];
    expect(logins.map(({ name }) => name)).toEqual(['moniker', 'moniker-auditor', 'admin', 'ops']);
    expect(new Set(logins.map(({ password }) => password)).size).toBe(logins.length);
    const { hosts, caFile } = parseKurrentUrl(access.auditorUrl);
    expect(hosts).toEqual(NODES.map((host) => ({ host, port: 2113 })));
    expect(caFile).toBe('/etc/kurrentdb/ca.crt');
  });

  const itWithRedis = HAS_REDIS ? it : it.skip;

  itWithRedis('generates the password for a Redis that evicts nothing and persists its data', async () => {
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
