/** The file types that a customer may upload as a document, with their extensions (FILE-3). */
const EXTENSIONS = {
  'image/jpeg': ['.jpg', '.jpeg', '.jfif'],
  'image/png': ['.png'],
  'image/webp': ['.webp'],
  'image/gif': ['.gif'],
  'image/avif': ['.avif'],
  'image/heic': ['.heic', '.heif'],
  'image/tiff': ['.tif', '.tiff'],
  'application/pdf': ['.pdf'],
} as const;

/** The recognized type of an upload's content. */
export type OriginalType = keyof typeof EXTENSIONS;

export const ORIGINAL_TYPES = Object.keys(EXTENSIONS) as readonly OriginalType[];

/** How many bytes `recognizeType` looks at, from the start of a file. */
export const TYPE_HEAD_BYTES = 1024;

// Includes extensions: on most systems, file dialogs don't know image/heic and would hide HEIC files.
const acceptOf = (types: readonly OriginalType[]): string =>
  types.flatMap((type): string[] => [type, ...EXTENSIONS[type]]).join();

/** The `accept` attributes for file fields: for a picture, and for a picture or a PDF (KYC-8). */
export const ACCEPT_IMAGE = acceptOf(ORIGINAL_TYPES.filter((type) => type !== 'application/pdf'));
export const ACCEPT_DOCUMENT = acceptOf(ORIGINAL_TYPES);

/** TIFF and BigTIFF, in both byte orders. */
const TIFF_STARTS = ['II*\0', 'MM\0*', 'II+\0', 'MM\0+'];

/** The brands of ISO media files that contain pictures. Videos and audio files have other brands. */
const AVIF_BRANDS = ['avif', 'avis'];
const HEIC_BRANDS = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1'];

/**
 * Recognizes a file's type from its first bytes, or returns null. The file's name and `Content-Type` are not trusted
 * (FILE-3).
 */
export function recognizeType(head: Uint8Array): OriginalType | null {
  const text = String.fromCharCode(...head.subarray(0, TYPE_HEAD_BYTES));
  if (text.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (text.startsWith('RIFF') && text.startsWith('WEBP', 8)) return 'image/webp';
  if (text.startsWith('GIF87a') || text.startsWith('GIF89a')) return 'image/gif';
  if (TIFF_STARTS.some((start) => text.startsWith(start))) return 'image/tiff';
  if (text.startsWith('ftyp', 4)) return mediaTypeOf(text);
  // PDF readers accept a header anywhere in the first 1,024 bytes.
  return text.includes('%PDF-') ? 'application/pdf' : null;
}

/** An ISO media file's picture type, from the brands in its first box. */
function mediaTypeOf(text: string): OriginalType | null {
  const boxBytes = text.charCodeAt(2) * 256 + text.charCodeAt(3);
  const brands = [text.slice(8, 12), ...(text.slice(16, boxBytes).match(/.{4}/gs) ?? [])];
  // AVIF first: its files also have the general brand `mif1`.
  if (brands.some((brand) => AVIF_BRANDS.includes(brand))) return 'image/avif';
  return brands.some((brand) => HEIC_BRANDS.includes(brand)) ? 'image/heic' : null;
}
