// @ts-check
import { createHash } from 'node:crypto';

/** The secret key of programs under test, unless a test sets another: 32 bytes that look random, but are not secret. */
export const TEST_SECRET_KEY = createHash('sha256').update('moniker tests').digest('base64url');
