/** The type of a setting: a display name, and a parser for its text. */
export interface SettingKind<Value> {
  readonly name: string;
  /** @throws InvalidSettingError says what is wrong without repeating the text, which may be a secret */
  parse(text: string): Value;
}

/** The reason why a text is invalid. The message follows the setting's name in a sentence. */
export class InvalidSettingError extends Error {}

const SECRET_BYTES = 32;
/** Characters of base64url and base64. Checked here because Node's decoder silently skips any other character. */
const BASE64 = /^[\w+/-]+={0,2}$/;

/** Any text. */
export const text: SettingKind<string> = { name: 'text', parse: (given) => given };

export const url: SettingKind<string> = {
  name: 'URL',
  parse: (given) => {
    if (!URL.canParse(given)) throw new InvalidSettingError('is not a URL');
    return given;
  },
};

/** A whole number from 0 to `max`. */
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

/** An IANA time zone name. */
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

/** At least 32 random bytes in base64url. */
export const key: SettingKind<Buffer> = {
  name: 'key',
  parse: (given) => parseKey(given, 'must be at least'),
};

/** The seed of a signing key: exactly 32 random bytes in base64url. */
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

/** Comma-separated keys. */
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
