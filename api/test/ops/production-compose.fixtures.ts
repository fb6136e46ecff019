import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { Ajv } from 'ajv';
import { parse } from 'yaml';
import { ROOT } from '../harness/paths.js';

/** The parts of a Compose service that the tests check. */
export interface Service {
  readonly image?: string;
  readonly user?: string;
  readonly build?: { readonly dockerfile_inline?: string };
  readonly restart?: string;
  readonly profiles?: readonly string[];
  readonly entrypoint?: readonly string[];
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly secrets?: readonly string[];
  readonly configs?: readonly { readonly source: string; readonly target: string }[];
  readonly network_mode?: string;
  readonly networks?: readonly string[] | Readonly<Record<string, { readonly ipv4_address?: string }>>;
  readonly ports?: readonly string[];
  readonly volumes?: readonly string[];
  readonly healthcheck?: { readonly test: readonly string[] };
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly cap_add?: readonly string[];
  readonly privileged?: boolean;
  readonly security_opt?: readonly string[];
  readonly logging?: { readonly options?: Readonly<Record<string, string>> };
  readonly deploy?: {
    readonly replicas?: number;
    readonly resources?: { readonly limits?: { cpus?: string; memory?: string; pids?: number } };
  };
}

export interface ComposeFile {
  readonly services: Readonly<Record<string, Service>>;
  readonly networks?: Readonly<Record<string, { internal?: boolean; ipam?: unknown } | null>>;
  readonly secrets?: Readonly<Record<string, { file: string }>>;
  readonly configs?: Readonly<Record<string, { file: string }>>;
}

export const readRepositoryFile = (name: string): string => readFileSync(path.join(ROOT, name), 'utf8');

/** Parses a Compose file in the repository. Resolves anchors and `<<`, and ignores Compose's own tag `!override`. */
export const readCompose = (name: string): ComposeFile =>
  parse(readRepositoryFile(name), { merge: true, logLevel: 'error' }) as ComposeFile;

/** Validates a Compose file against the Compose Specification's schema, which dclint includes. Returns the errors. */
export function schemaErrors(file: unknown): string[] {
  const home = path.dirname(createRequire(import.meta.url).resolve('dclint/package.json'));
  const text = readFileSync(path.join(home, 'schemas/compose.schema.json'), 'utf8');
  // Ajv needs no `$schema` and does not know the specification's own formats, such as durations.
  const { $schema: _draft, ...schema } = JSON.parse(text) as Record<string, unknown>;
  const validate = new Ajv({ strict: false, validateFormats: false, allErrors: true }).compile(schema);
  return validate(file)
    ? []
    : (validate.errors ?? []).map((error) => `${error.instancePath} ${error.message}`);
}

/** The secrets whose files a service refers to. */
export function referencedSecrets(service: Service): string[] {
  const references = JSON.stringify(service).matchAll(/\/run\/secrets\/(\w+)/g);
  return [...new Set([...references].map(([, name = '']) => name))].sort();
}
