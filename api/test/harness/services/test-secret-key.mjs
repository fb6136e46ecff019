// @ts-check
import { createHash } from 'node:crypto';

/** The secret of every program in tests: 32 public bytes that pass for random ones. */
export const TEST_SECRET_KEY = createHash('sha256').update('moniker tests').digest('base64url');
