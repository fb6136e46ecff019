import { HASH_BYTES } from '../log/hash-chain.js';

/** Formats and parses one value in a line. `read` returns null if the text isn't a valid value. */
interface Kind<Value> {
  readonly write: (value: Value) => string;
  readonly read: (text: string) => Value | null;
}

export const INTEGER: Kind<number> = {
  write: String,
  read: (text) => (Number.isSafeInteger(Number(text)) ? Number(text) : null),
};

export const POSITION: Kind<number> = {
  write: String,
  read: (text) => (Number.isSafeInteger(Number(text)) && Number(text) > 0 ? Number(text) : null),
};

export const HASH: Kind<Buffer> = {
  write: (hash) => hash.toString('hex'),
  read(text) {
    const hash = Buffer.from(text, 'hex');
    return hash.length === HASH_BYTES ? hash : null;
  },
};

export const TIME: Kind<Date> = {
  write: (time) => time.toISOString(),
  read(text) {
    const time = new Date(text);
    return Number.isNaN(time.getTime()) ? null : time;
  },
};

/** A line of text, not empty. */
export const TEXT: Kind<string> = { write: (text) => text, read: (text) => (text === '' ? null : text) };

/** A format for texts that people can read: a title, then one line per field with its label and value. */
export interface LineFormat<Fields> {
  readonly format: (fields: Fields) => string;
  /** Returns null for any text that `format` would not produce, so the same fields have only one valid text. */
  readonly parse: (text: string) => Fields | null;
}

export function lineFormat<Fields>(
  title: string,
  declaration: { readonly [Name in keyof Fields]: readonly [label: string, kind: Kind<Fields[Name]>] },
): LineFormat<Fields> {
  const lines = Object.entries(declaration) as [keyof Fields, [label: string, kind: Kind<unknown>]][];
  const format = (fields: Fields): string => {
    const written = lines.map(([name, [label, kind]]) => `${label} ${kind.write(fields[name])}\n`);
    return `${title}\n${written.join('')}`;
  };
  return {
    format,
    parse(text) {
      const found = text.split('\n');
      const values = lines.map(([, [label, { read }]], index) =>
        read((found[index + 1] ?? '').slice(label.length + 1)),
      );
      if (values.includes(null)) return null;
      const fields = Object.fromEntries(lines.map(([name], index) => [name, values[index]])) as Fields;
      return format(fields) === text ? fields : null;
    },
  };
}
