/** The object has more bytes than the caller accepts. */
export class ObjectTooLargeError extends Error {
  override name = 'ObjectTooLargeError';
}

/** Object storage did not respond, or refused the call. The log says why. */
export class StorageUnavailableError extends Error {
  override name = 'StorageUnavailableError';
}
