import { InvalidSettingError, type SettingKind } from './setting-kinds.js';

/** Where KurrentDB keeps the ledger's log. */
export interface KurrentSettings {
  readonly url: string;
  readonly stream: string;
  /** Whether a database without events may adopt a stream that has events. */
  readonly mayAdopt: boolean;
}

/** The client's connection string. Not a `URL`, because a connection string can name several servers. */
const CONNECTION_STRING =
  /^(kurrentdb|kurrent|kdb)(\+discover)?:\/\/([^\s:@/?]+:[^\s@/?]+@)?[\w.-]+(:\d+)?(,[\w.-]+(:\d+)?)*\/?(\?[^\s]+)?$/;
const WITHOUT_TLS = /[?&](tls|tlsVerifyCert)=false(&|$)/i;
/** Excludes names that start with `$`, because they belong to the server. */
const STREAM_NAME = /^[A-Za-z\d][\w.:-]{0,199}$/;

export const kurrentUrl: SettingKind<string> = {
  name: '`kurrentdb://` address',
  parse: (input) => {
    if (!CONNECTION_STRING.test(input)) {
      throw new InvalidSettingError("isn't an address such as kurrentdb://user:password@host:2113");
    }
    return input;
  },
};

/** Longer than the server's default password. */
const MIN_PASSWORD = 16;

/** A password for a KurrentDB user. */
export const kurrentPassword: SettingKind<string> = {
  name: 'text',
  parse: (input) => {
    if (input.length < MIN_PASSWORD) {
      throw new InvalidSettingError(`must have at least ${MIN_PASSWORD} characters`);
    }
    return input;
  },
};

export const streamName: SettingKind<string> = {
  name: 'name of a stream',
  parse: (input) => {
    if (!STREAM_NAME.test(input)) {
      throw new InvalidSettingError(
        'may contain only letters, digits and . : _ -, and must begin with a letter or digit',
      );
    }
    return input;
  },
};

/**
 * Whether others could read or change what is sent over a connection. Without TLS, the server doesn't
 * authenticate users either.
 */
export function isUnprotected(url: string): boolean {
  return WITHOUT_TLS.test(url);
}
