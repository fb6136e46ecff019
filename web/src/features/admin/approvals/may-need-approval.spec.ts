import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';

const ADMIN = new URL('../', import.meta.url);
const OPENAPI = new URL('../../../../../api/openapi.json', import.meta.url);

const { paths } = JSON.parse(readFileSync(OPENAPI, 'utf8')) as {
  paths: Record<string, Record<string, { responses: object }>>;
};

/** The calls that the API may answer with “Sent for approval”. */
const GUARDED = Object.entries(paths).flatMap(([path, operations]) =>
  Object.entries(operations)
    .filter(([, { responses }]) => '202' in responses)
    .map(([method]) => `${method.toUpperCase()} ${path}`),
);

const files = readdirSync(ADMIN, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path))
  .map((path) => {
    const text = readFileSync(new URL(path, ADMIN), 'utf8');
    const calls = [...text.matchAll(/\bapi\.([A-Z]+)\(\s*'([^']+)'/g)]
      .map(([, method, url]) => `${method} ${url}`)
      .filter((call) => GUARDED.includes(call));
    return { path, text, calls };
  });

const modules = files
  .filter(({ calls }) => calls.length > 0)
  .map(({ path }) => path.replaceAll(/^.*\/|\.tsx?$/g, ''));

const forms = files.filter(
  ({ path, text }) =>
    path.endsWith('.tsx') &&
    modules.some((name) => new RegExp(`^import \\{[^}]*\\} from '\\.[^']*/${name}'`, 'm').test(text)) &&
    /<FormActions|<StatusDialog|type="submit"|\.mutate\(/.test(text),
);

it('the panel makes each call that may need approval [APR-2]', () => {
  expect(files.flatMap(({ calls }) => calls).sort()).toEqual([...GUARDED].sort());
});

it.each(forms)('$path says that another admin may have to approve the change [APR-2]', ({ text }) => {
  // A `StatusDialog` says so in the preview of the change.
  expect(text).toMatch(/\{MAY_NEED_APPROVAL\}|<StatusDialog/);
});
