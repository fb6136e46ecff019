import { describe, expect, it } from '@jest/globals';
import { parseKurrentUrl, readKurrentAccess, withLogin } from './kurrent-access.js';
import { ConfigError } from './read-settings.js';

const SERVERS = 'one:2113,two,three:2115?tlsCAFile=/ca.pem';
const PASSWORD = 'a password of the bank';
const url = (name: string, password = PASSWORD): string =>
  `kurrentdb://${name}:${encodeURIComponent(password)}@${SERVERS}`;

const COMPLETE = {
  KURRENTDB_URL: url('moniker'),
  KURRENTDB_AUDITOR_URL: url('moniker-auditor'),
  KURRENTDB_ADMIN_PASSWORD: 'p@ssword of admin',
  KURRENTDB_OPS_PASSWORD: 'password of operators',
};

describe('parseKurrentUrl', () => {
  it('returns the servers, the user and the certificate file', () => {
    expect(parseKurrentUrl(url('moniker', 'p@ss:/?'))).toEqual({
      hosts: [
        { host: 'one', port: 2113 },
        { host: 'two', port: 2113 },
        { host: 'three', port: 2115 },
      ],
      login: { name: 'moniker', password: 'p@ss:/?' },
      caFile: '/ca.pem',
    });
  });

  it('accepts an address without a user or parameters', () => {
    const address = { hosts: [{ host: 'cluster.example', port: 2113 }], login: null, caFile: null };
    expect(parseKurrentUrl('kurrentdb+discover://cluster.example/')).toEqual(address);
  });
});

describe('withLogin', () => {
  it.each([url('moniker'), `kurrentdb://${SERVERS}`])('sets the user in %s', (address) => {
    const login = { name: 'admin', password: 'a@b' };
    expect(withLogin(address, login)).toBe(`kurrentdb://admin:a%40b@${SERVERS}`);
  });
});

describe('readKurrentAccess', () => {
  it('reads the KurrentDB users of the application and the auditors from their connection strings', () => {
    expect(readKurrentAccess(COMPLETE)).toEqual({
      adminUrl: `kurrentdb://admin:p%40ssword%20of%20admin@${SERVERS}`,
      admin: { name: 'admin', password: 'p@ssword of admin' },
      ops: { name: 'ops', password: 'password of operators' },
      applicationUrl: COMPLETE.KURRENTDB_URL,
      application: { name: 'moniker', password: PASSWORD },
      auditorUrl: COMPLETE.KURRENTDB_AUDITOR_URL,
      auditor: { name: 'moniker-auditor', password: PASSWORD },
      stream: 'moniker-ledger',
    });
  });

  it.each([
    [{ KURRENTDB_URL: '' }, "KURRENTDB_URL isn't set"],
    [{ KURRENTDB_OPS_PASSWORD: '' }, "KURRENTDB_OPS_PASSWORD isn't set"],
    [{ KURRENTDB_ADMIN_PASSWORD: 'changeit' }, 'KURRENTDB_ADMIN_PASSWORD must have at least 16 characters'],
    [
      { KURRENTDB_URL: url('moniker', 'short') },
      'the password in KURRENTDB_URL must have at least 16 characters',
    ],
    [{ KURRENTDB_URL: `kurrentdb://${SERVERS}` }, 'KURRENTDB_URL names no user'],
    [{ KURRENTDB_URL: url('admin') }, 'KURRENTDB_URL names the built-in user admin: the bank needs its own'],
    [
      { KURRENTDB_AUDITOR_URL: url('ops') },
      'KURRENTDB_AUDITOR_URL names the built-in user ops: the bank needs its own',
    ],
    [
      { KURRENTDB_AUDITOR_URL: url('moniker') },
      'KURRENTDB_AUDITOR_URL has the same user as KURRENTDB_URL, but auditors need their own',
    ],
    [
      { KURRENTDB_URL: `kurrentdb://moniker:${'p'.repeat(16)}@one?tls=false` },
      'KURRENTDB_URL turns TLS off, but KurrentDB supports users only with TLS',
    ],
  ])('rejects %j', (env, problem) => {
    expect(() => readKurrentAccess({ ...COMPLETE, ...env })).toThrow(new ConfigError([problem]));
  });
});
