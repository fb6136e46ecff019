import { readFileSync, statSync } from 'node:fs';
import { InvalidSettingError } from './setting-kinds.js';
import { SETTINGS, type Setting, type SettingName, type SettingValue } from './settings.js';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Missing or invalid settings. The message names each of them and needs no further explanation. */
export class ConfigError extends Error {
  override name = 'ConfigError';

  constructor(readonly problems: readonly string[]) {
    super(problems.join('; '));
  }
}

/** Larger than any secret. A larger file is probably the wrong one. */
const MAX_FILE_BYTES = 64 * 1024;

/**
 * Reads and parses settings. An empty variable is treated as not set, because compose files pass unset variables as
 * empty.
 *
 * @throws ConfigError settings are missing or invalid; the message names each
 */
export function readSettings<Name extends SettingName>(
  env: Environment,
  names: readonly Name[],
): { readonly [One in Name]: SettingValue<One> } {
  const problems: string[] = [];
  const values = names.map((name) => {
    try {
      return [name, readSetting(env, name)] as const;
    } catch (error) {
      if (!(error instanceof InvalidSettingError)) throw error;
      problems.push(`${name} ${error.message}`);
      return [name, null] as const;
    }
  });
  if (problems.length > 0) throw new ConfigError(problems);
  // Object.fromEntries loses the type of each value; readSetting parsed each one with its own kind.
  return Object.fromEntries(values) as { [One in Name]: SettingValue<One> };
}

function readSetting(env: Environment, name: SettingName): unknown {
  const setting: Setting<unknown> = SETTINGS[name];
  const value = (setting.isSecret === true ? readSecret(env, name) : env[name]) || setting.fallback;
  if (value === undefined) throw new InvalidSettingError("isn't set");
  return value === null ? null : setting.kind.parse(value);
}

/** Reads a secret from its variable or from the file named by `<NAME>_FILE`. */
function readSecret(env: Environment, name: string): string | undefined {
  const file = env[`${name}_FILE`];
  if (file === undefined || file === '') return env[name];
  if (env[name] !== undefined && env[name] !== '') {
    throw new InvalidSettingError(`and ${name}_FILE are both set: set only one of them`);
  }
  return readSecretFile(file, `${name}_FILE`);
}

/** Reads a file without the trailing line break that editors and `echo` add. */
function readSecretFile(file: string, name: string): string {
  try {
    const { size } = statSync(file);
    if (size > MAX_FILE_BYTES)
      throw new InvalidSettingError(`can't be read: the file named by ${name} is too large`);
    return readFileSync(file, 'utf8').replace(/\r?\n$/, '');
  } catch (error) {
    if (error instanceof InvalidSettingError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    throw new InvalidSettingError(`can't be read from the file named by ${name} (${code ?? 'unknown'})`);
  }
}
