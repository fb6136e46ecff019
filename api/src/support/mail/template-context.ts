/** The transaction that an email is about, formatted for its customer. Texts are null once they are erased. */
export interface TransactionContext {
  readonly amount: string;
  readonly fee: string;
  readonly net: string;
  /** The event's time, in the bank's time zone. */
  readonly date: string;
  readonly recipientName: string | null;
  readonly fromAccount: string | null;
  readonly description: string | null;
  readonly paymentFor: string | null;
  /** Why the transfer was declined or reversed (TRF-86). */
  readonly customerReason: string | null;
  /** Whether the event comes from one of the customer's plans (TRF-123). */
  readonly isPlanned: boolean;
  /** The transaction's address in the web app. */
  readonly href: string;
}

/** The decided account request that an email is about. */
export interface AccountRequestContext {
  /** The last four digits of the account number, or null before one is assigned. */
  readonly lastDigits: string | null;
  readonly statusMessage: string | null;
  /** Whether an account number was assigned before this decision. A rejection then takes the number away. */
  readonly wasApproved: boolean;
  readonly href: string;
}

/** The scheduled transfer that an email is about. */
export interface PlanContext {
  /** When the transfer will be made, or why it was not made and what happens next. */
  readonly text: string;
  readonly amount: string;
  readonly recipientName: string;
  /** Whether the customer made the plan by changing another one (TRF-170). */
  readonly replacesPlan: boolean;
  readonly href: string;
}

/** The sign-in that an email is about. */
export interface SignInContext {
  /** Such as “Chrome on Windows”. */
  readonly browser: string;
  /** In the bank's time zone. */
  readonly date: string;
  /** The page that locks the account. The template appends the email's token as the fragment. */
  readonly href: string;
}

/** What an email is about. It is read when the email is sent, so no queue contains it (MAIL-7). */
export interface TemplateContext {
  readonly transaction: TransactionContext | null;
  readonly accountRequest: AccountRequestContext | null;
  readonly plan: PlanContext | null;
  readonly signIn: SignInContext | null;
  /** The names of the documents that a rejection asks for again, in display order. */
  readonly documents: readonly string[];
}

/** The context for an email that needs no data. */
export const EMPTY_CONTEXT: TemplateContext = {
  ...{ transaction: null, accountRequest: null, plan: null, signIn: null, documents: [] },
};
