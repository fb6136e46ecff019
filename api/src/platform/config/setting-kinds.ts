/** What a setting holds: its name for people, and how its text becomes a value. */
export interface SettingKind<Value> {
  readonly name: string;
  /** Throws an `InvalidSettingError` that says what is wrong without repeating the text, which may be a secret. */
  parse(text: string): Value;
}

/** Why a text is no value of its kind; follows the name of the setting in a sentence. */
export class InvalidSettingError extends Error {}

const SECRET_BYTES = 32;
/** Characters of base64url and of plain base64: Node reads both, and skips everything else without a word. */
const BASE64 = /^[\w+/-]+={0,2}$/;

/** Any text. */
export const text: SettingKind<string> = { name: 'text', parse: (given) => given };

/** The address of a server or a site. */
export const url: SettingKind<string> = {
  name: 'URL',
  parse: (given) => {
    if (!URL.canParse(given)) throw new InvalidSettingError('is not a URL');
    return given;
  },
};

/** A whole number of at most `max`, zero included. */
export function wholeNumber(max: number = Number.MAX_SAFE_INTEGER): SettingKind<number> {
  return {
    name: 'whole number',
    parse: (given) => {
      const value = Number(given);
      if (!/^\d+$/.test(given)) throw new InvalidSettingError('is not a whole number');
      if (value > max) throw new InvalidSettingError(`is more than ${max}`);
      return value;
    },
  };
}

/** One of a few words. */
export function oneOf<const Choice extends string>(...choices: readonly Choice[]): SettingKind<Choice> {
  return {
    name: choices.map((choice) => `\`${choice}\``).join(' or '),
    parse: (given) => {
      const choice = choices.find((known) => known === given);
      if (choice === undefined) throw new InvalidSettingError(`must be one of ${choices.join(', ')}`);
      return choice;
    },
  };
}

/** A time zone by its name in the IANA database. */
export const timeZone: SettingKind<string> = {
  name: 'time zone',
  parse: (given) => {
    try {
      new Intl.DateTimeFormat('en-US', { timeZone: given });
      return given;
    } catch {
      throw new InvalidSettingError('is not a known time zone');
    }
  },
};

/** Random bytes, at least so many as nobody can guess. */
export const key: SettingKind<Buffer> = {
  name: 'key',
  parse: (given) => parseKey(given, 'must be at least'),
};

/** The seed of a signing key: exactly 32 random bytes. */
export const seed: SettingKind<Buffer> = {
  name: 'key of 32 bytes',
  parse: (given) => {
    const bytes = decodeBase64(given);
    if (bytes?.length !== SECRET_BYTES) {
      throw new InvalidSettingError(`must be ${SECRET_BYTES} random bytes in base64url`);
    }
    return bytes;
  },
};

/** Several keys, comma-separated. */
export const keys: SettingKind<readonly Buffer[]> = {
  name: 'keys, comma-separated',
  parse: (given) =>
    given
      .split(',')
      .map((one) => one.trim())
      .filter((one) => one !== '')
      .map((one) => parseKey(one, 'must each be at least')),
};

function parseKey(given: string, otherwise: string): Buffer {
  const bytes = decodeBase64(given);
  if (bytes === null || bytes.length < SECRET_BYTES) {
    throw new InvalidSettingError(`${otherwise} ${SECRET_BYTES} random bytes in base64url`);
  }
  return bytes;
}

function decodeBase64(given: string): Buffer | null {
  return BASE64.test(given) ? Buffer.from(given, 'base64url') : null;
}
