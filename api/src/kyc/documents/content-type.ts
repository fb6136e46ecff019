export const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'] as const;
export type ImageType = (typeof IMAGE_TYPES)[number];
export type ContentType = ImageType | 'application/pdf';

const EXTENSIONS: Readonly<Record<ContentType, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'application/pdf': 'pdf',
};

/** Detects the type from the first bytes; names and headers are not trusted (FILE-3). */
export function detectType(bytes: Buffer): ContentType | null {
  const starts = (text: string, at = 0): boolean =>
    bytes.subarray(at, at + text.length).equals(Buffer.from(text, 'latin1'));
  if (starts('\xff\xd8\xff')) return 'image/jpeg';
  if (starts('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (starts('RIFF') && starts('WEBP', 8)) return 'image/webp';
  if (starts('GIF87a') || starts('GIF89a')) return 'image/gif';
  if (starts('%PDF-')) return 'application/pdf';
  return null;
}

export function extensionOf(type: ContentType): string {
  return EXTENSIONS[type];
}

export function isImageType(type: string | null): boolean {
  return IMAGE_TYPES.some((image) => image === type);
}
