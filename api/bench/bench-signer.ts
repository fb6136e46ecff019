import { BatchSigner } from '../src/ledger/signing/batch-signer.js';

/** Signs the batches of benchmarks. The key doesn't need to be secret: signing costs the same with any key. */
export const BENCH_SIGNER = new BatchSigner(Buffer.alloc(32, 1));
