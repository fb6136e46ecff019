// @ts-check
// `npm run generate -w web`, which other scripts of package.json run before they read the types.
import { ensureApiTypes } from './api-types.mjs';
import { explain } from './problem.mjs';

try {
  await ensureApiTypes();
} catch (error) {
  console.error(`✗  ${explain(error)}`);
  process.exitCode = 1;
}
