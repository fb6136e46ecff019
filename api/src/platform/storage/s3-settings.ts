/** A bucket of S3 or of a server that speaks its language. */
export interface S3Settings {
  readonly bucket: string;
  readonly region: string;
  /** Where our own processes reach the storage, with the bucket in the path; null for Amazon's own address. */
  readonly endpoint: string | null;
  /**
   * Where browsers reach it, and then send uploads straight there; null where they do not, and uploads come through
   * the API.
   */
  readonly publicEndpoint: string | null;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}
