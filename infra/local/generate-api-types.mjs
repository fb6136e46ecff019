// @ts-check
// `npm run generate -w web`. Other npm scripts run it before they read the types.
import { ensureApiTypes } from './api-types.mjs';
import { explain } from './problem.mjs';

try {
  await ensureApiTypes();
} catch (error) {
  console.error(`✗  ${explain(error)}`);
  process.exitCode = 1;
}
