import { BatchSigner } from '../src/ledger/signing/batch-signer.js';

/** Signs the batches of benchmarks. The key is public, because a secret one would cost the same. */
export const BENCH_SIGNER = new BatchSigner(Buffer.alloc(32, 1));
