export const STATS = [
  { value: '2023', label: 'Founded' },
  { value: '$0', label: 'Monthly fees' },
  { value: '$250,000', label: 'FDIC insured, up to' },
  { value: '24/7', label: 'Support inbox' },
] as const;

export const VALUES = [
  {
    title: 'Exactness',
    text: 'We count in whole cents and round in the open. A number on the screen can always be derived.',
  },
  {
    title: 'Openness',
    text: 'Fees are shown before you confirm, and entries after. Nothing is hidden in small print.',
  },
  {
    title: 'Safety',
    text: 'Identities are verified, secrets are encrypted, and the past cannot be rewritten.',
  },
  { title: 'Calm', text: 'Banking should be quiet. We show what matters, and leave the rest out.' },
] as const;

/** Four fictional people. */
export const TEAM = [
  {
    name: 'Iris Calloway',
    initials: 'IC',
    role: 'Chief executive',
    text: 'Spent ten years reconciling other banks by hand.',
  },
  {
    name: 'Mateo Lindqvist',
    initials: 'ML',
    role: 'Ledger',
    text: 'Keeps every entry in its place, and sleeps well.',
  },
  {
    name: 'Priya Raghunathan',
    initials: 'PR',
    role: 'Security',
    text: 'Reads audit logs for pleasure. Finds things.',
  },
  {
    name: 'Tomasz Adeyemi',
    initials: 'TA',
    role: 'Customers',
    text: 'Answers every message in plain words.',
  },
] as const;
