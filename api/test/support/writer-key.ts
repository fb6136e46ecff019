import { deriveSecrets } from '../../src/platform/config/secrets.js';
import { BatchSigner } from '../../src/ledger/proof/batch-signer.js';
import { testServer } from './database.js';

/** The signer of writers in tests, with the key of the programs under test. */
export const TEST_SIGNER = new BatchSigner(
  deriveSecrets(Buffer.from(testServer().secretKey, 'base64url')).writer,
);
