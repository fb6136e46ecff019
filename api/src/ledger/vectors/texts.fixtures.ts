import { digestFields, digestNotes, digestTexts, type TransactionTexts } from '../texts/transaction-texts.js';

/** Returns the log's n-th transaction id. */
export function transactionId(number: number): string {
  return `c0000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
}

interface SaltedTexts {
  readonly transactionId: string;
  readonly salt: string;
  readonly texts: TransactionTexts;
}

interface SaltedNotes {
  readonly transactionId: string;
  readonly salt: string;
  readonly notes: string;
  readonly customerReason?: string;
}

const ROUTING = '021000021';

/** The texts of the log's transactions. They cover every field and every kind of character that JSON escapes. */
export const TEXTS: readonly SaltedTexts[] = (
  [
    { description: 'Opening gift' },
    {
      description: 'Transfer to Zoë Ångström',
      recipientName: 'Zoë Ångström',
      recipientAccount: '4400123456',
      recipientRouting: ROUTING,
      purpose: 'Rent → March 🏠',
    },
    { description: 'Transfer to "Corner / Store"\\', recipientName: '"Corner / Store"\\', purpose: '' },
    {
      description: 'Invoice 7',
      paymentFor: 'Invoice 7',
      fromAccount: '9900112233',
      fromRouting: ROUTING,
      toAccount: '4400123456',
      toRouting: ROUTING,
    },
    { description: 'Line one\nline two\ttab\r\b\f' },
    { description: 'Control \u0001\u001f and \u007f' },
    { description: 'Separators \u2028 and \u2029' },
    { description: 'Balance adjustment', reason: 'Counted twice' },
    { description: 'Transfer to Ivy', recipientName: 'Ivy' },
    { description: 'Transfer to Noor', recipientName: 'Noor' },
    { description: 'Small credit' },
    { description: 'Approved credit' },
    { description: 'Credit approved by an earlier release' },
    { description: 'Transfer to Carol', recipientName: 'Carol' },
  ] satisfies TransactionTexts[]
).map((texts, index) => ({ transactionId: transactionId(index + 1), salt: saltOf(index + 1), texts }));

/** The notes of one payment: the original ones and those that replaced them. */
export const NOTES: readonly SaltedNotes[] = [
  { transactionId: transactionId(4), salt: saltOf(101), notes: 'Waiting for the sender' },
  { transactionId: transactionId(4), salt: saltOf(102), notes: 'Confirmed by "Zoë"\nShown as of February' },
];

/** The notes of a declined transfer, with the reason that the customer reads. No event in the log has their digest. */
export const DECLINED_NOTES: SaltedNotes = {
  ...{ transactionId: transactionId(2), salt: saltOf(103), notes: 'Called the "bank"' },
  customerReason: 'The account details don\'t match "Zoë".',
};

function saltOf(number: number): string {
  return `5a170000-0000-4000-8000-${String(number).padStart(12, '0')}`;
}

export function textsDigestOf(number: number): string {
  const { texts, salt } = required(TEXTS[number - 1]);
  return digestTexts(texts, salt);
}

export function notesDigestOf(index: number): string {
  const { notes, salt } = required(NOTES[index]);
  return digestNotes(notes, salt);
}

/** Returns the digest of a request's n-th account number and its routing number. */
export function numbersDigestOf(number: number): string {
  return digestFields([`48291530${number}`, ROUTING], saltOf(200 + number));
}

/** Returns the digest of the reason for the n-th role change. */
export function reasonDigestOf(number: number): string {
  return digestFields([`Reason ${number}`], saltOf(300 + number));
}

/** The digests of an account application with two documents: one has a single file, the other has two files. */
export const IDENTITY_DIGESTS = identityDigests();

function identityDigests() {
  const digest = (...fields: (string | null)[]): string => digestFields(fields, saltOf(401));
  const identity = ['personal', 'Zoë', 'Ångström', null, '1 Main Street', 'New York', 'NY', '10001'];
  return {
    identityDigest: digest(...identity),
    claimDigest: digest('1d'.repeat(32), '5e'.repeat(45)),
    documents: {
      drivingLicenseFront: [digest('drivingLicenseFront', 'f0'.repeat(32))],
      drivingLicenseBack: ['b0', 'b1'].map((byte) => digest('drivingLicenseBack', byte.repeat(32))),
    },
  };
}

function required<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new RangeError('these texts do not exist');
  return value;
}
