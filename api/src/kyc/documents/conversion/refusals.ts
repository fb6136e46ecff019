import { AppError } from '../../../http/app-error.js';

/** Why a document is refused, worded for customers (FILE-5, FILE-14, FILE-18). */
const MESSAGES = {
  empty: 'This file is empty. Choose another one.',
  damaged: 'This file is damaged or incomplete. Export it again, or take a photo of the document.',
  password: 'This PDF is protected with a password. Save a copy without the password and upload that.',
  pages: 'This document has more than 100 pages. Upload only the pages that we need.',
  'no-pages': 'This document has no pages. Export it again, or take a photo of it.',
  form: 'This form opens only in Adobe Acrobat. Print it to a PDF and upload that.',
  pixels: 'This picture has too many pixels. Save a smaller copy and upload that.',
  time: 'This file takes too long to open. Print it to a PDF, or take a photo of the document.',
  memory: 'This file is too complex to open. Print it to a PDF, or take a photo of the document.',
} as const;

export type Refusal = keyof typeof MESSAGES | 'type';

/** Thrown in the converting process; the customer gets `refusalError`. */
export class DocumentRefusedError extends Error {
  constructor(readonly refusal: Refusal) {
    super(refusal);
  }
}

/**
 * Returns the error for a refusal. An unknown text counts as `damaged`, because it may come from a process that a
 * hostile file has taken over.
 */
export function refusalError(text: string): AppError {
  if (text === 'type') return new AppError('FILE_TYPE_REFUSED');
  return new AppError(
    'FILE_REFUSED',
    Object.hasOwn(MESSAGES, text) ? MESSAGES[text as keyof typeof MESSAGES] : MESSAGES.damaged,
  );
}
