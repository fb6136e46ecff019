import { hash } from 'node:crypto';
import type { GuardedChange, GuardedCommand } from '../../ledger/approvals/ledger-approvals.service.js';
import type { TextsToStore } from '../../ledger/texts/transaction-texts.js';
import type { ProposalDetailDto } from './proposal.dto.js';

/** Facts stored with the change, so that the digest covers them. Older proposals lack them. */
interface ProposedFacts {
  readonly customerId?: string;
  /** Shown to the admin who decides (APR-22). */
  readonly details?: readonly ProposalDetailDto[];
}

/** A ledger command with its texts. Both are stored and submitted exactly as proposed. */
export interface LedgerPayload extends ProposedFacts {
  readonly kind: 'ledger';
  readonly command: GuardedCommand;
  readonly texts?: TextsToStore;
}

/** A change to table rows. `request` has the fields that the command's handler applies once the change is approved. */
export interface RowsPayload extends ProposedFacts {
  readonly kind: 'rows';
  readonly request: Readonly<Record<string, unknown>>;
}

export type ProposalPayload = LedgerPayload | RowsPayload;

/**
 * Parses a stored payload. Its shape is not validated: the bank wrote it, and its digest is checked before an
 * approval.
 */
export function parsePayload(text: string): ProposalPayload {
  const payload = JSON.parse(text) as ProposalPayload;
  if (payload.kind === 'rows' || payload.command.type !== 'ReviewTransaction') return payload;
  const { shownAt } = payload.command;
  return {
    ...payload,
    command: { ...payload.command, shownAt: shownAt === null ? null : new Date(shownAt) },
  };
}

/**
 * Returns the digest of a proposal: SHA-256 over what it changes and the bytes of its payload, in base64url (APR-3).
 */
export function digestOf({ action, subjectId, amountCents }: GuardedChange, payload: string): string {
  return hash('sha256', [action, subjectId, String(amountCents), payload].join('\n'), 'base64url');
}
