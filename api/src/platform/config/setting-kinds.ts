import { isIP } from 'node:net';

/** The type of a setting: a display name, and a parser for its text. */
export interface SettingKind<Value> {
  readonly name: string;
  /** @throws InvalidSettingError says what is wrong without repeating the text, which may be a secret */
  parse(text: string): Value;
}

/** Why a setting is invalid. The message follows the setting's name in a sentence. */
export class InvalidSettingError extends Error {}

const SECRET_BYTES = 32;
/** Characters of base64url and base64. Checked here because Node's decoder silently skips any other character. */
const BASE64 = /^[\w+/-]+={0,2}$/;

/** Any text. */
export const text: SettingKind<string> = { name: 'text', parse: (input) => input };

export const url: SettingKind<string> = {
  name: 'URL',
  parse: (input) => {
    if (!URL.canParse(input)) throw new InvalidSettingError("isn't a URL");
    return input;
  },
};

/** A whole number from `min` to `max`. */
export function wholeNumber(max: number = Number.MAX_SAFE_INTEGER, min = 0): SettingKind<number> {
  return {
    name: 'whole number',
    parse: (input) => {
      const value = Number(input);
      if (!/^\d+$/.test(input)) throw new InvalidSettingError("isn't a whole number");
      if (value > max) throw new InvalidSettingError(`is more than ${max}`);
      if (value < min) throw new InvalidSettingError(`is less than ${min}`);
      return value;
    },
  };
}

/** A number from 0 to 1. */
export const ratio: SettingKind<number> = {
  name: 'number from 0 to 1',
  parse: (input) => {
    const value = Number(input);
    if (!/^\d+(\.\d+)?$/.test(input) || value > 1)
      throw new InvalidSettingError("isn't a number from 0 to 1");
    return value;
  },
};

/**
 * Comma-separated addresses or networks in CIDR notation. Refuses a network that contains every address, such as
 * `0.0.0.0/0`, because it would make the list meaningless.
 */
export const networks: SettingKind<readonly string[]> = {
  name: 'addresses or networks, comma-separated',
  parse: (input) => {
    const listed = splitList(input);
    if (listed.every(isNetwork)) return listed;
    throw new InvalidSettingError(
      'must be comma-separated addresses or networks, such as 172.30.80.10,10.0.0.0/8',
    );
  },
};

function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const max = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0;
  return rest.length === 0 && (bits === undefined ? max > 0 : /^[1-9]\d*$/.test(bits) && Number(bits) <= max);
}

export function oneOf<const Choice extends string>(...choices: readonly Choice[]): SettingKind<Choice> {
  return {
    name: choices.map((choice) => `\`${choice}\``).join(' or '),
    parse: (input) => {
      const choice = choices.find((known) => known === input);
      if (choice === undefined) throw new InvalidSettingError(`must be one of ${choices.join(', ')}`);
      return choice;
    },
  };
}

/** An IANA time zone name. */
export const timeZone: SettingKind<string> = {
  name: 'time zone',
  parse: (input) => {
    try {
      new Intl.DateTimeFormat('en-US', { timeZone: input });
      return input;
    } catch {
      throw new InvalidSettingError("isn't a known time zone");
    }
  },
};

/** At least 32 random bytes in base64url. */
export const key: SettingKind<Buffer> = {
  name: 'key',
  parse: (input) => parseKey(input, 'must be at least'),
};

/** The seed of a signing key: exactly 32 random bytes in base64url. */
export const seed: SettingKind<Buffer> = {
  name: 'key of 32 bytes',
  parse: (input) => {
    const bytes = decodeBase64(input);
    if (bytes?.length !== SECRET_BYTES) {
      throw new InvalidSettingError(`must be ${SECRET_BYTES} random bytes in base64url`);
    }
    return bytes;
  },
};

/** Comma-separated keys. */
export const keys: SettingKind<readonly Buffer[]> = {
  name: 'keys, comma-separated',
  parse: (input) => splitList(input).map((one) => parseKey(one, 'must each be at least')),
};

function splitList(input: string): string[] {
  return input
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');
}

function parseKey(input: string, requirement: string): Buffer {
  const bytes = decodeBase64(input);
  if (bytes === null || bytes.length < SECRET_BYTES) {
    throw new InvalidSettingError(`${requirement} ${SECRET_BYTES} random bytes in base64url`);
  }
  return bytes;
}

function decodeBase64(input: string): Buffer | null {
  return BASE64.test(input) ? Buffer.from(input, 'base64url') : null;
}
