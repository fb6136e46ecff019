import { describe, expect, it } from '@jest/globals';
import { ConfigError, readConfig } from './config.js';

const COMPLETE = {
  DATABASE_URL: 'postgres://app@localhost/moniker',
  SMTP_URL: 'smtp://localhost',
  DATA_DIR: '/data',
  SECRET_KEY: Buffer.alloc(32, 1).toString('base64url'),
};

describe('readConfig', () => {
  it('is strict unless told that it runs locally', () => {
    expect(readConfig(COMPLETE).profile).toBe('production');
  });

  it('derives another key for each purpose, and the same ones again from the same secret', () => {
    const { secrets } = readConfig(COMPLETE);
    const keys = Object.values(secrets).map((key: Buffer) => key.toString('hex'));
    expect(new Set(keys).size).toBe(keys.length);
    expect(readConfig(COMPLETE).secrets).toEqual(secrets);
  });

  it.each(['DATABASE_URL', 'SMTP_URL', 'DATA_DIR', 'SECRET_KEY'])('names %s when it is missing', (name) => {
    const rest = Object.fromEntries(Object.entries(COMPLETE).filter(([key]) => key !== name));
    expect(() => readConfig(rest)).toThrow(new ConfigError(`${name} is not set`));
  });

  it('has a bucket where one is named, with addresses where they are given', () => {
    expect(readConfig({ ...COMPLETE, S3_BUCKET: '' }).s3).toBeNull();
    const keys = { S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' };
    expect(readConfig({ ...COMPLETE, ...keys, S3_BUCKET: 'bank' }).s3).toEqual({
      ...{ bucket: 'bank', region: 'us-east-1', endpoint: null, publicEndpoint: null },
      ...{ accessKeyId: 'id', secretAccessKey: 'secret' },
    });
    const badAddress = { ...COMPLETE, ...keys, S3_BUCKET: 'bank', S3_ENDPOINT: 'storage' };
    expect(() => readConfig(badAddress)).toThrow(new ConfigError('S3_ENDPOINT is not a URL'));
  });

  it.each([
    ['SECRET_KEY', 'too-short', 'SECRET_KEY must be at least 32 random bytes in base64url'],
    ['OLD_SECRET_KEYS', 'too-short', 'each of OLD_SECRET_KEYS must be at least 32 random bytes in base64url'],
    ['PORT', '-1', 'PORT is not a whole number'],
    ['PORT', 'http', 'PORT is not a whole number'],
    ['LEDGER_VERIFY_HOURS', 'daily', 'LEDGER_VERIFY_HOURS is not a whole number'],
    ['DATABASE_URL', 'moniker', 'DATABASE_URL is not a URL'],
    ['S3_BUCKET', 'moniker', 'S3_ACCESS_KEY_ID is not set'],
    ['MONIKER_PROFILE', 'staging', 'MONIKER_PROFILE must be one of local, production'],
    ['BANK_TIME_ZONE', 'Mars/Olympus', 'BANK_TIME_ZONE is not a known time zone'],
  ])('refuses %s=%s in one line that names it', (name, value, message) => {
    expect(() => readConfig({ ...COMPLETE, [name]: value })).toThrow(new ConfigError(message));
  });
});
