import { readFileSync, statSync } from 'node:fs';
import { InvalidSettingError } from './setting-kinds.js';
import { SETTINGS, type Setting, type SettingName, type SettingValue } from './settings.js';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Settings that are missing or unusable. The message names each of them and is all that the operator needs. */
export class ConfigError extends Error {
  override name = 'ConfigError';

  constructor(readonly problems: readonly string[]) {
    super(problems.join('; '));
  }
}

/** No secret is longer; whatever is, is another file. */
const MAX_FILE_BYTES = 64 * 1024;

/**
 * Reads settings by their names. An empty one counts as not set, since that is how a compose file leaves one out.
 * Throws one `ConfigError` that names everything that is wrong.
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
  // Each name has the value that its own kind gave; Object.fromEntries forgets which.
  return Object.fromEntries(values) as { [One in Name]: SettingValue<One> };
}

function readSetting(env: Environment, name: SettingName): unknown {
  const setting: Setting<unknown> = SETTINGS[name];
  const given = (setting.isSecret === true ? readSecret(env, name) : env[name]) || setting.fallback;
  if (given === undefined) throw new InvalidSettingError('is not set');
  return given === null ? null : setting.kind.parse(given);
}

/** A secret, from the environment or from the file that `<NAME>_FILE` names. */
function readSecret(env: Environment, name: string): string | undefined {
  const file = env[`${name}_FILE`];
  if (file === undefined || file === '') return env[name];
  if (env[name] !== undefined && env[name] !== '') {
    throw new InvalidSettingError(`and ${name}_FILE are both set: only one of them can count`);
  }
  return readSecretFile(file, `${name}_FILE`);
}

/** The text of a file without the line break that editors and `echo` put at its end. */
function readSecretFile(file: string, name: string): string {
  try {
    const { size } = statSync(file);
    if (size > MAX_FILE_BYTES)
      throw new InvalidSettingError(`cannot be read: the file of ${name} is too large`);
    return readFileSync(file, 'utf8').replace(/\r?\n$/, '');
  } catch (error) {
    if (error instanceof InvalidSettingError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    throw new InvalidSettingError(`cannot be read: the file of ${name} (${code ?? 'unknown'})`);
  }
}
