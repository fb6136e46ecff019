/** One of these is shown at random. */
export const NOT_FOUND_LINES = [
  'This page has been withdrawn, and nobody kept the receipt.',
  'We checked both columns: it is in neither.',
  'The page you want has insufficient existence.',
  'Our auditors looked under every entry. Nothing.',
  'This address does not balance.',
  'Page on hold. Indefinitely.',
  'Even a double-entry ledger cannot find this one.',
] as const;

export const NOT_FOUND_STATS = [
  { value: '0', label: 'Pages here' },
  { value: '0¢', label: 'Money lost' },
  { value: '100%', label: 'Books balanced' },
] as const;
