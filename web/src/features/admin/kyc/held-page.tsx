import { useDocumentPage } from './queries/use-document-page';

/**
 * Keeps the picture of an opened page in memory until the reviewer leaves, so reopening the page doesn't download it
 * again.
 */
export function HeldPage({ url }: { url: string }) {
  useDocumentPage(url);
  return null;
}
