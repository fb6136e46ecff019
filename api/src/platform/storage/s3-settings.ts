/** Settings of a bucket on Amazon S3 or a compatible server. */
export interface S3Settings {
  readonly bucket: string;
  readonly region: string;
  /** Endpoint for our own processes, with the bucket in the path; null for Amazon S3. */
  readonly endpoint: string | null;
  /** Endpoint for browsers, which then upload directly to storage (FILE-13); null if uploads go through the API. */
  readonly publicEndpoint: string | null;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}
