export function ensureApiTypes(
  signal?: AbortSignal,
  files?: { contract?: string; types?: string },
): Promise<void>;
