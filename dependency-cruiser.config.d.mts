/** The only files of the ledger that code outside of `api/src/ledger/` imports. */
export const LEDGER_SURFACE: readonly string[];
