/** The transaction that a mail is about, as its customer reads it. Texts are null once they were erased. */
export interface TransactionContext {
  readonly amount: string;
  readonly fee: string;
  readonly net: string;
  /** When it happened, with the bank's time zone. */
  readonly date: string;
  readonly recipientName: string | null;
  readonly fromAccount: string | null;
  readonly description: string | null;
  /** The transaction's address in the web app. */
  readonly href: string;
}

/** The decided account request that a mail is about. */
export interface AccountRequestContext {
  /** The last four digits of the account's number; null while it has none. */
  readonly lastDigits: string | null;
  readonly statusMessage: string | null;
  readonly href: string;
}

/** What a mail is about, looked up when it is sent, so that no queue holds it. */
export interface TemplateContext {
  readonly transaction: TransactionContext | null;
  readonly accountRequest: AccountRequestContext | null;
}

/** Of a mail that is about nothing but its recipient. */
export const EMPTY_CONTEXT: TemplateContext = { transaction: null, accountRequest: null };
