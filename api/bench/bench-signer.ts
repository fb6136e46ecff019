import { BatchSigner } from '../src/ledger/signing/batch-signer.js';

/** Signs the batches of benchmarks. The key is public: its secrecy does not change the cost. */
export const BENCH_SIGNER = new BatchSigner(Buffer.alloc(32, 1));
