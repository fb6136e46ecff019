/** The only files of the ledger that code outside of `api/src/ledger/` may import. */
export const LEDGER_SURFACE: readonly string[];
