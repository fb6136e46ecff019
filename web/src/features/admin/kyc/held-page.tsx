import { useDocumentPage } from './queries/use-document-page';

/** Keeps the picture of an opened page until the review is left, so another look at it loads nothing. */
export function HeldPage({ url }: { url: string }) {
  useDocumentPage(url);
  return null;
}
