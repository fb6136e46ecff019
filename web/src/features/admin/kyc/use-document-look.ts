import { DOCUMENTS } from '@moniker/common/applications.js';
import { useState } from 'react';
import type { AdminKyc } from '@/lib/api/types';

export type AdminDocument = AdminKyc['documents'][number];

/** A page of a document. */
export type DocumentPage = {
  document: AdminDocument;
  /** From 1. */
  number: number;
  /** The URL of the page's picture. */
  url: string;
};

/** The page that an admin is viewing, and the pages opened so far (KYC-36). */
export type DocumentLook = {
  /**
   * Undefined until the admin opens a page, and after the customer has replaced the document. No page opens
   * on its own, because each opening is recorded (FILE-9).
   */
  page: DocumentPage | undefined;
  next: DocumentPage | undefined;
  previous: DocumentPage | undefined;
  /** The URLs of the opened pages. */
  opened: readonly string[];
  /** Documents that the admin hasn't opened at all, either on this visit or earlier. */
  unopened: readonly AdminDocument[];
  show: (page: DocumentPage | undefined) => void;
};

/**
 * Tracks the page that the admin is viewing and the pages opened so far. `openedEarlier` lists the kinds of documents
 * that, according to the access log, the admin has opened.
 */
export function useDocumentLook(
  documents: readonly AdminDocument[],
  openedEarlier: readonly string[],
): DocumentLook {
  const [shown, setShown] = useState<DocumentPage>();
  const [opened, setOpened] = useState<readonly string[]>([]);
  const pages = documents.flatMap(documentPages);
  // Compares the URL too, because the customer may have replaced the document in the meantime.
  const index = pages.findIndex(
    (page) => page.document.kind === shown?.document.kind && page.url === shown.url,
  );
  return {
    page: pages[index],
    next: pages[index + 1],
    previous: pages[index - 1],
    opened,
    unopened: documents.filter(
      (document) =>
        !openedEarlier.includes(document.kind) &&
        !documentPages(document).some(({ url }) => opened.includes(url)),
    ),
    show: (page) => {
      if (page === undefined) return;
      setShown(page);
      if (!opened.includes(page.url)) setOpened([...opened, page.url]);
    },
  };
}

export function documentPages(document: AdminDocument): DocumentPage[] {
  return Array.from({ length: document.pages }, (_, index) => ({
    document,
    number: index + 1,
    url: index === 0 ? document.path : `${document.path}?page=${index + 1}`,
  }));
}

export function pageTitle({ document: { kind, pages }, number }: DocumentPage): string {
  const { name } = DOCUMENTS[kind];
  return pages > 1 ? `${name}, page ${number} of ${pages}` : name;
}
