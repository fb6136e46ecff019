/** What a checking account is for (KYC-2). */
export const ACCOUNT_TYPES = ['personal', 'business'] as const;
export type AccountType = (typeof ACCOUNT_TYPES)[number];

/** Statuses of applications for identity verification (KYC-1). */
export const KYC_STATUSES = ['pending', 'approved', 'rejected'] as const;
export type KycStatus = (typeof KYC_STATUSES)[number];

/** Statuses of account requests (ACC-3). */
export const ACCOUNT_REQUEST_STATUSES = ['pending', 'in_review', 'approved', 'rejected'] as const;
export type AccountRequestStatus = (typeof ACCOUNT_REQUEST_STATUSES)[number];

/**
 * A document's name, its formats (KYC-8) and the account types whose applications have it. `subject` starts a
 * sentence to the customer.
 */
interface DocumentRules {
  readonly name: string;
  readonly subject: string;
  readonly accepts: 'image' | 'image or PDF';
  readonly accountTypes: readonly AccountType[];
}

/**
 * An application's documents by kind, in display order (KYC-6, KYC-7). To add a kind, add an entry: the database,
 * requests, responses and screens follow this list (KYC-61).
 */
export const DOCUMENTS = {
  drivingLicenseFront: {
    name: "Driver's license, front",
    subject: "The front of your driver's license",
    accepts: 'image',
    accountTypes: ACCOUNT_TYPES,
  },
  drivingLicenseBack: {
    name: "Driver's license, back",
    subject: "The back of your driver's license",
    accepts: 'image',
    accountTypes: ACCOUNT_TYPES,
  },
  llcDocument: {
    name: 'LLC document',
    subject: 'The LLC document',
    accepts: 'image or PDF',
    accountTypes: ['business'],
  },
  einDocument: {
    name: 'EIN document',
    subject: 'The EIN document',
    accepts: 'image or PDF',
    accountTypes: ['business'],
  },
} as const satisfies Record<string, DocumentRules>;

export type DocumentKind = keyof typeof DOCUMENTS;

export const DOCUMENT_KINDS = /* @__PURE__ */ Object.keys(DOCUMENTS) as readonly DocumentKind[];

/** Whether a name is a kind of document. */
export function isDocumentKind(name: string): name is DocumentKind {
  return Object.hasOwn(DOCUMENTS, name);
}

/** Whether applications for an account type have the document. */
export function hasDocument(accountType: string, kind: DocumentKind): boolean {
  const { accountTypes }: DocumentRules = DOCUMENTS[kind];
  return accountTypes.some((type) => type === accountType);
}

/** The kinds of documents in applications for an account type. */
export function documentsFor(accountType: string): DocumentKind[] {
  return DOCUMENT_KINDS.filter((kind) => hasDocument(accountType, kind));
}
