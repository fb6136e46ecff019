import { useDocumentPage } from './queries/use-document-page';

/** Keeps the picture of an opened page in memory until the reviewer leaves, so opening the page again loads nothing. */
export function HeldPage({ url }: { url: string }) {
  useDocumentPage(url);
  return null;
}
