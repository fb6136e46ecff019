export const STATS = [
  { value: '2023', label: 'Founded' },
  { value: '$0', label: 'Monthly fees' },
  { value: '$250,000', label: 'FDIC insurance limit' },
  { value: '24/7', label: 'Support inbox' },
] as const;

export const VALUES = [
  {
    title: 'Exactness',
    text: 'We count in whole cents. You can trace any balance back to the entries behind it.',
  },
  {
    title: 'Openness',
    text: 'You see the fee before you confirm and the entries afterward. Nothing hides in the fine print.',
  },
  {
    title: 'Safety',
    text: 'We verify identities, encrypt Social Security numbers and keep records that show any tampering.',
  },
  { title: 'Calm', text: 'Banking should be quiet. We show what matters and leave out the rest.' },
] as const;

/** Four fictional people. */
export const TEAM = [
  {
    name: 'Iris Calloway',
    initials: 'IC',
    role: 'CEO',
    text: 'Spent ten years reconciling other banks by hand.',
  },
  {
    name: 'Mateo Lindqvist',
    initials: 'ML',
    role: 'Ledger',
    text: 'Keeps every entry in its place and sleeps well.',
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
