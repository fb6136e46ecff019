import { createContext } from 'react';

// Separate from the code that formats and hides amounts, which visitors do not load.

/** Whether amounts are hidden in this part of the tree. Always false on public and admin screens. */
export const AmountsHiddenContext = createContext(false);
