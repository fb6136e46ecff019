import { newId } from '../../platform/crypto/new-id.js';
import {
  digestNotes,
  digestTexts,
  newSalt,
  type TextsToStore,
  type TransactionTexts,
} from './transaction-texts.js';

/** Texts to store apart from the log, with the digests that the event carries (LED-8). */
interface PreparedTexts {
  readonly transactionId: string;
  readonly textsDigest: string;
  /** Missing if there are no notes. */
  readonly notesDigest?: string;
  readonly toStore: TextsToStore;
}

/** Creates a transaction id and salts and digests its texts and, if given, its notes. */
export function prepareTexts(texts: TransactionTexts, notes = ''): PreparedTexts {
  const transactionId = newId();
  const salt = newSalt();
  const textsDigest = digestTexts(texts, salt);
  const toStore = { kind: 'new', transactionId, salt, texts } as const;
  if (notes === '') return { transactionId, textsDigest, toStore };
  const notesSalt = newSalt();
  const notesDigest = digestNotes(notes, notesSalt);
  return {
    ...{ transactionId, textsDigest, notesDigest },
    toStore: { ...toStore, notes: { text: notes, salt: notesSalt } },
  };
}
