import { describe, expect, it } from '@jest/globals';
import { QueryFailedError, QueryRunnerAlreadyReleasedError } from 'typeorm';
import { databaseFailureOf } from './database-failure.js';

const withCode = (code: string): Error => Object.assign(new Error('from the server'), { code });
const failedQuery = (cause: Error): Error => new QueryFailedError('select 1', [], cause);

describe('a database failure', () => {
  it.each(['53100', '53300', '57P01', '57P02', '57P03', '57014', '08006', '40P01', 'XX002'])(
    'is recognized by the SQLSTATE %s [ERR-7]',
    (code) => {
      expect(databaseFailureOf(withCode(code))?.code).toBe(code);
      expect(databaseFailureOf(failedQuery(withCode(code)))?.code).toBe(code);
    },
  );

  it.each(['25P03', '28P01', '3D000', '55000'])(
    'is recognized if the server ends the session with %s',
    (code) => {
      const ended = Object.assign(withCode(code), { severity: 'FATAL' });
      expect(databaseFailureOf(failedQuery(ended))?.code).toBe(code);
    },
  );

  it.each(['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'ENOTFOUND'])(
    'is recognized by the system error %s',
    (code) => {
      expect(databaseFailureOf(withCode(code))?.code).toBe(code);
      expect(databaseFailureOf(new AggregateError([withCode(code)]))?.code).toBe(code);
      expect(databaseFailureOf(new Error('wrapped', { cause: withCode(code) }))?.code).toBe(code);
    },
  );

  it.each([
    'Connection terminated unexpectedly',
    'Connection terminated due to connection timeout',
    'timeout exceeded when trying to connect',
    'timeout expired',
    'Query read timeout',
    'Client has encountered a connection error and is not queryable',
  ])('is recognized by the driver’s message: %s', (message) => {
    expect(databaseFailureOf(failedQuery(new Error(message)))?.code).toBe('CONNECTION_LOST');
  });

  it('is recognized if the connection is lost between two statements', () => {
    expect(databaseFailureOf(new QueryRunnerAlreadyReleasedError())?.code).toBe('CONNECTION_LOST');
  });

  it('is lasting if the server responds but cannot do its work', () => {
    const codes = ['53100', '53300', '25006', '57P01', '57014', 'ECONNREFUSED'];
    expect(codes.filter((code) => databaseFailureOf(withCode(code))?.isLasting)).toEqual([
      '53100',
      '53300',
      '25006',
    ]);
  });

  it.each(['23505', '42P01', '22P02', '55000', 'ERR_INVALID_ARG_TYPE'])(
    'is not assumed for an error with the code %s',
    (code) => {
      expect(databaseFailureOf(failedQuery(withCode(code)))).toBeNull();
    },
  );

  it('is not assumed for any other error', () => {
    expect(databaseFailureOf(new TypeError('undefined is not a function'))).toBeNull();
    expect(databaseFailureOf('timeout expired')).toBeNull();
    const circular = new Error('circular');
    circular.cause = circular;
    expect(databaseFailureOf(circular)).toBeNull();
  });
});
