import type { Bucket } from './bucket.js';
import type { S3Settings } from './s3-settings.js';

/** Opens a bucket. Loads the AWS SDK on demand, because it is large and only used here. */
export async function openBucket(settings: S3Settings): Promise<Bucket> {
  const { Bucket } = await import('./bucket.js');
  return new Bucket(settings);
}
