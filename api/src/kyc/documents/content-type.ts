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

export function extensionOf(type: ContentType): string {
  return EXTENSIONS[type];
}

export function isImageType(type: string | null): boolean {
  return IMAGE_TYPES.some((image) => image === type);
}
