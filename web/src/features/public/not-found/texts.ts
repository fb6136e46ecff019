/** One of these is shown at random. */
export const NOT_FOUND_LINES = [
  'This page has been withdrawn, and nobody kept the receipt.',
  "We checked both columns. It's in neither.",
  'Transaction declined: insufficient page.',
  'Our auditors looked under every entry. Nothing.',
  "This address doesn't balance.",
  'Page on hold. Indefinitely.',
  "Even a double-entry ledger can't find this one.",
] as const;

export const NOT_FOUND_STATS = [
  { value: '0', label: 'Pages here' },
  { value: '0¢', label: 'Money lost' },
  { value: '100%', label: 'Books balanced' },
] as const;
