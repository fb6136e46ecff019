import { deriveSecrets } from '../../src/platform/config/secrets.js';
import { BatchSigner } from '../../src/ledger/signing/batch-signer.js';
import { testServer } from './database.js';

const { writer: seed } = deriveSecrets(Buffer.from(testServer().secretKey, 'base64url'));

/** The `WRITER_KEY` of programs under test, as the local profile derives it. */
export const TEST_WRITER_KEY = seed.toString('base64url');
/** The signer of writers in tests, with the same key. */
export const TEST_SIGNER = new BatchSigner(seed);
