import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { Ajv } from 'ajv';
import { parse } from 'yaml';
import { ROOT } from '../support/paths.js';

/** What the tests look at of one service. */
export interface Service {
  readonly image?: string;
  readonly user?: string;
  readonly restart?: string;
  readonly profiles?: readonly string[];
  readonly entrypoint?: readonly string[];
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly secrets?: readonly string[];
  readonly networks?: readonly string[];
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
  readonly networks?: Readonly<Record<string, { internal?: boolean } | null>>;
  readonly secrets?: Readonly<Record<string, { file: string }>>;
}

export const readRepositoryFile = (name: string): string => readFileSync(path.join(ROOT, name), 'utf8');

/** A file of the repository as Compose reads it, with anchors and `<<` resolved. */
export const readCompose = (name: string): ComposeFile =>
  parse(readRepositoryFile(name), { merge: true }) as ComposeFile;

/** The Compose Specification's own schema, as dclint brings it. Answers what is wrong, or nothing. */
export function schemaErrors(file: unknown): string[] {
  const home = path.dirname(createRequire(import.meta.url).resolve('dclint/package.json'));
  const text = readFileSync(path.join(home, 'schemas/compose.schema.json'), 'utf8');
  // Ajv knows the draft without being told, and formats of the specification's own (durations) are not checked.
  const { $schema: _draft, ...schema } = JSON.parse(text) as Record<string, unknown>;
  const validate = new Ajv({ strict: false, validateFormats: false, allErrors: true }).compile(schema);
  return validate(file) ? [] : (validate.errors ?? []).map((one) => `${one.instancePath} ${one.message}`);
}

/** The names of the secrets whose files a service mentions. */
export function referencedSecrets(service: Service): string[] {
  const mentioned = JSON.stringify(service).matchAll(/\/run\/secrets\/(\w+)/g);
  return [...new Set([...mentioned].map(([, name = '']) => name))].sort();
}
