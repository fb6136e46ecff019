import { useDocumentPage } from './queries/use-document-page';

/**
 * Keeps the picture of an opened page in memory until the reviewer leaves the application, so reopening the page
 * doesn't download the picture again.
 */
export function HeldPage({ url }: { url: string }) {
  useDocumentPage(url);
  return null;
}
