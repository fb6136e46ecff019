import { hash } from 'node:crypto';
import type { GuardedChange, GuardedCommand } from '../../ledger/approvals/ledger-approvals.service.js';
import type { TextsToStore } from '../../ledger/texts/transaction-texts.js';
import type { ProposalDetailDto } from './proposal.dto.js';

/** What every payload states beside what is proposed, so the digest covers it. Earlier proposals do not have it. */
interface ProposedFacts {
  readonly customerId?: string;
  /** What the admin who decides reads (APR-22). */
  readonly details?: readonly ProposalDetailDto[];
}

/** A command for the ledger with its texts. Both are stored and submitted exactly as they were proposed. */
export interface LedgerPayload extends ProposedFacts {
  readonly kind: 'ledger';
  readonly command: GuardedCommand;
  readonly texts?: TextsToStore;
}

/** A change of table rows: the request's fields, which its feature carries out again when it is approved. */
export interface RowsPayload extends ProposedFacts {
  readonly kind: 'rows';
  readonly request: Readonly<Record<string, unknown>>;
}

export type ProposalPayload = LedgerPayload | RowsPayload;

/** Reads a stored payload. Its digest was checked, so its shape is the one that was written. */
export function parsePayload(text: string): ProposalPayload {
  const payload = JSON.parse(text) as ProposalPayload;
  if (payload.kind === 'rows' || payload.command.type !== 'ReviewTransaction') return payload;
  const { shownAt } = payload.command;
  return {
    ...payload,
    command: { ...payload.command, shownAt: shownAt === null ? null : new Date(shownAt) },
  };
}

/** Returns the digest of a proposal: SHA-256 over what it changes and the bytes of its payload, in base64url (APR-3). */
export function digestOf({ action, subjectId, amountCents }: GuardedChange, payload: string): string {
  return hash('sha256', [action, subjectId, String(amountCents), payload].join('\n'), 'base64url');
}
